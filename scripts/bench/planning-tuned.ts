import type { PlanningCase } from './planning-case.ts';

const sample = 'sample/';
const saas = 'fixture/planner-saas/index.html';
const app = 'fixture/planner-app/index.html';
const shop = 'fixture/shop/index.html';
const docs = 'fixture/docs/index.html';
const agency = 'template/agency/index.html';
const business = 'template/modern-business/index.html';
const newAge = 'template/new-age/index.html';
const arabic = 'fixture/planner-arabic/index.html';
const article = 'fixture/planner-article/index.html';

/** Cases that the planner was worked on with. */
export const tuned: PlanningCase[] = [
  {
    page: sample,
    prompt: 'show the product',
    expect: { sections: ['Plan a week*'], besides: true, template: ['cinematic', 'guided-tour'] },
  },
  {
    page: sample,
    prompt: 'What does it cost?',
    expect: { sections: ['Pay for hosting*'], acts: ['?click Yearly*'], template: ['pricing-focus'] },
  },
  { page: sample, prompt: 'switch the pricing to yearly', expect: { acts: ['click Yearly*'] } },
  { page: sample, prompt: 'open the third FAQ', expect: { acts: ['click Can managers see*'] } },
  {
    page: sample,
    prompt: 'show the forecast tab and then the review tab',
    expect: { acts: ['click Forecast See*', 'click Review*'] },
  },
  {
    page: sample,
    prompt: 'go to the sign-up form and fill it in',
    seconds: 30,
    expect: {
      acts: ['?click Start free', 'change Work email = *@*', 'change Team name = *', 'change How many*'],
    },
  },
  {
    page: sample,
    prompt: 'Start free: fill in the form and submit it',
    seconds: 30,
    expect: {
      acts: [
        'click Start free',
        'change Work email = *@*',
        'change Team name = *',
        'change How many*',
        'click Create my board',
      ],
    },
  },
  { page: sample, prompt: 'open the changelog', expect: { acts: ['click Changelog'] } },
  { page: sample, prompt: 'set the certainty slider to 95', expect: { acts: ['change How sure* = 95'] } },
  {
    page: sample,
    prompt: 'show features, pricing and FAQ',
    seconds: 30,
    expect: { sections: ['One loop*', 'Pay for hosting*', 'Fair questions.'], template: ['guided-tour'] },
  },
  { page: sample, prompt: 'why should I trust this?', expect: { sections: ['Nothing here needs*'] } },
  {
    page: sample,
    prompt: 'show the product',
    template: 'pricing-focus',
    expect: { sections: ['Pay for hosting*'], acts: ['?click Yearly*'] },
  },
  {
    page: sample,
    prompt: 'show the product',
    template: 'section-focus',
    sectionHint: 'FAQ',
    expect: { sections: ['Fair questions.'] },
  },
  {
    page: sample,
    prompt: 'Zeige die Preise und die häufigen Fragen',
    expect: { sections: ['Pay for hosting*', 'Fair questions.'] },
  },
  {
    page: sample,
    prompt: 'open the pricing, switch to yearly and start a trial',
    expect: { acts: ['click Pricing', 'click Yearly*', 'click Start free'] },
  },
  {
    page: sample,
    prompt: 'skip the pricing, show everything else',
    seconds: 30,
    expect: { not: ['Pay for hosting*'], sections: ['One loop*', 'A date you can say*'], besides: true },
  },
  { page: sample, prompt: 'Klicke auf Changelog', expect: { acts: ['click Changelog'] } },
  {
    page: sample,
    prompt: 'explain how forecasts are made',
    expect: { sections: ['A date you can say*'] },
  },
  {
    page: sample,
    prompt: 'what happens when we stop paying?',
    expect: { sections: ['Fair questions.'], acts: ['?click What happens when*'] },
  },

  { page: saas, prompt: 'customer quotes', expect: { sections: ['What harbour masters say'] } },
  {
    page: saas,
    prompt: 'subscribe to the newsletter with ann@example.com',
    expect: { acts: ['change Email address = ann@example.com', 'click Subscribe'] },
  },
  {
    page: saas,
    prompt: 'does it work without internet?',
    expect: {
      sections: ['Frequently asked questions|Everything on one quay'],
      acts: ['?click Does it work*'],
    },
  },
  { page: saas, prompt: 'toggle annual billing', expect: { acts: ['click Yearly'] } },
  { page: saas, prompt: 'buy the Schooner plan', expect: { sections: ['Simple pricing'], acts: [] } },
  {
    page: saas,
    prompt: 'compare the plans',
    expect: { sections: ['Simple pricing'], acts: ['?click Yearly'], template: ['pricing-focus'] },
  },
  {
    page: saas,
    prompt: 'montre les tarifs puis les témoignages',
    expect: { sections: ['Simple pricing', 'What harbour masters say'] },
  },
  {
    page: saas,
    prompt: 'highlight weather alerts and offline mode',
    expect: { sections: ['Everything on one quay'] },
  },
  {
    page: saas,
    prompt: 'show the features and end on the call to action',
    expect: { sections: ['Everything on one quay', 'Cast off today'] },
  },
  {
    page: saas,
    prompt: 'open the pricing page and pick the Sloop plan',
    expect: { acts: ['click Pricing', 'click Start a free trial'] },
  },
  { page: saas, prompt: 'choose the Dinghy', expect: { acts: ['click Choose Dinghy'] } },
  { page: saas, prompt: 'sign out', expect: { acts: [] } },
  {
    page: saas,
    prompt: 'a 5 second teaser of the pricing',
    seconds: 5,
    expect: { sections: ['Simple pricing'], acts: ['?click Yearly'] },
  },

  { page: shop, prompt: 'filter by cups', expect: { acts: ['click Cups'] } },
  { page: shop, prompt: 'filter the products', expect: { acts: ['click Cups|click Ash|click Bowls'] } },
  {
    page: shop,
    prompt: 'sort by price, low to high',
    expect: { acts: ['change Sort by* = cheap'] },
  },
  { page: shop, prompt: 'search for bowls', expect: { acts: ['change Search products = bowls'] } },
  { page: shop, prompt: 'add the rice bowl to the cart', expect: { acts: ['click Add Rice bowl to cart'] } },
  {
    page: shop,
    prompt: 'add the espresso cup to the cart, then open the cart',
    expect: { acts: ['click Add Espresso cup to cart', 'click Cart*'] },
  },
  { page: shop, prompt: 'how do I care for the dishes?', expect: { sections: ['Care'] } },
  { page: shop, prompt: 'filter for moss glaze', expect: { acts: ['click Moss'] } },
  {
    page: shop,
    prompt: 'open the cart and check out',
    expect: { acts: ['click Cart*'] },
  },
  {
    page: shop,
    prompt: 'filter by bowls and sort by price, high to low',
    expect: { acts: ['click Bowls', 'change Sort by* = dear'] },
  },

  { page: docs, prompt: 'how do retries work?', expect: { sections: ['Retries'] } },
  {
    page: docs,
    prompt: 'search the docs for backup',
    expect: { acts: ['change Search the documentation = backup'] },
  },
  { page: docs, prompt: 'show installation and limits', expect: { sections: ['Install', 'Limits'] } },
  { page: docs, prompt: 'jump to Metrics', expect: { acts: ['?click Metrics'], sections: ['Metrics|*'] } },
  { page: docs, prompt: 'Explain in which order messages are handled', expect: { sections: ['Ordering'] } },

  {
    page: agency,
    prompt: 'present the studio',
    seconds: 30,
    expect: { sections: ['Services', 'Portfolio'], besides: true },
  },
  { page: agency, prompt: 'show the portfolio', expect: { sections: ['Portfolio'] } },
  { page: agency, prompt: 'meet the people behind it', expect: { sections: ['Our Amazing Team'] } },
  {
    page: agency,
    prompt: 'go to contact and fill in the form',
    seconds: 30,
    expect: {
      acts: [
        'click Contact',
        'change Your Name* = *',
        'change Your Email* = *@*',
        'change Your Phone* = *555*',
        'change Your Message* = *',
      ],
    },
  },
  { page: agency, prompt: 'the history of the company', expect: { sections: ['About'] } },
  { page: agency, prompt: 'web security', expect: { sections: ['Services'] } },
  { page: agency, prompt: 'click Tell me more', expect: { acts: ['click Tell Me More'] } },

  { page: business, prompt: 'open the pricing page', expect: { acts: ['click Pricing'] } },
  {
    page: business,
    prompt: 'open the portfolio overview',
    expect: { acts: ['click Portfolio', 'click Portfolio Overview'] },
  },
  {
    page: business,
    prompt: 'go to FAQ and open the second question',
    expect: { acts: ['click FAQ', 'click Accordion Item #2'] },
  },
  { page: business, prompt: 'show the latest blog posts', expect: { sections: ['From our blog'] } },
  {
    page: business,
    prompt: 'sign up for the newsletter',
    expect: { acts: ['change Email address* = *@*', '?click Sign up'] },
  },
  {
    page: business,
    prompt: 'visit the contact page and fill in the form',
    seconds: 30,
    expect: {
      acts: [
        'click Contact',
        'change Full name = *',
        'change Email address = *@*',
        'change Phone number = *',
        'change Message = *',
      ],
    },
  },
  {
    page: business,
    prompt: 'what do people say about it?',
    expect: { sections: ['proof|*Tom Ato*|*Working with*'] },
  },
  {
    page: business,
    prompt: 'open the about page and show the team',
    expect: { acts: ['click About'], sections: ['Our team'], besides: true },
  },

  { page: newAge, prompt: 'show the features', expect: { sections: ['Device Mockups|features'] } },
  { page: newAge, prompt: 'click Send Feedback', expect: { acts: ['click Send Feedback'] } },
  {
    page: newAge,
    prompt: 'open the feedback form and fill it in',
    seconds: 30,
    expect: {
      acts: [
        'click Send Feedback',
        'change Full name = *',
        'change Email address = *@*',
        'change Phone number = *',
        'change Message = *',
      ],
    },
  },
  {
    page: newAge,
    prompt: 'end with where to get the app',
    expect: { sections: ['Get the app now!'], acts: [] },
  },

  { page: arabic, prompt: 'أظهر الأسعار', expect: { sections: ['الأسعار'] } },
  { page: arabic, prompt: 'افتح السؤال الثاني', expect: { acts: ['click كيف ألغي الاشتراك؟'] } },
  { page: article, prompt: 'which line to choose', expect: { sections: ['Choosing a line'] } },

  { page: app, prompt: 'open reports from the menu', expect: { acts: ['click Open menu', 'click Reports'] } },
  { page: app, prompt: 'show me the pears', expect: { sections: ['Harvest'], acts: ['?click Pears'] } },
  { page: app, prompt: 'open the menu and log out', expect: { acts: ['click Open menu'] } },
  { page: app, prompt: 'delete the orchard', expect: { acts: [] } },

  {
    page: 'template/freelancer/index.html',
    prompt: 'where are they located?',
    expect: { sections: ['Location'] },
  },
  { page: 'template/sb-admin/index.html', prompt: 'log out', expect: { acts: ['?click *'] } },
  {
    page: 'template/sb-admin/index.html',
    prompt: 'open the login page from the menu',
    expect: { acts: ['click Pages', 'click Authentication', 'click Login'] },
  },
  {
    page: 'template/shop-homepage/index.html',
    prompt: 'show the products',
    expect: { sections: ['Fancy Product|features|gallery|pricing|content'] },
  },
  {
    page: 'template/shop-homepage/index.html',
    prompt: 'view the options of the fancy product',
    expect: { acts: ['click View options@1'] },
  },
  {
    page: 'fixture/planner-soup/index.html',
    prompt: 'how does it work?',
    expect: { sections: ['How it works'] },
  },
  {
    page: 'fixture/multilingual/index.html',
    prompt: 'how do I order?',
    expect: { sections: ['Order*'], acts: ['?click Order*'] },
  },
];
