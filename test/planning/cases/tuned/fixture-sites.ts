import type { PlanningCase } from '../../expectation.ts';

const saas = 'fixture/planner-saas/index.html';
const app = 'fixture/planner-app/index.html';
const shop = 'fixture/shop/index.html';
const docs = 'fixture/docs/index.html';
const arabic = 'fixture/planner-arabic/index.html';
const article = 'fixture/planner-article/index.html';

/** On fixture pages of several fields and in several languages. */
export const onFixtureSites: PlanningCase[] = [
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
  { page: arabic, prompt: 'أظهر الأسعار', expect: { sections: ['الأسعار'] } },
  { page: arabic, prompt: 'افتح السؤال الثاني', expect: { acts: ['click كيف ألغي الاشتراك؟'] } },
  { page: article, prompt: 'which line to choose', expect: { sections: ['Choosing a line'] } },
  { page: app, prompt: 'open reports from the menu', expect: { acts: ['click Open menu', 'click Reports'] } },
  { page: app, prompt: 'show me the pears', expect: { sections: ['Harvest'], acts: ['?click Pears'] } },
  { page: app, prompt: 'open the menu and log out', expect: { acts: ['click Open menu'] } },
  { page: app, prompt: 'delete the orchard', expect: { acts: [] } },
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
