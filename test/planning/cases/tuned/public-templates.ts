import type { PlanningCase } from '../../expectation.ts';

const agency = 'template/agency/index.html';
const business = 'template/modern-business/index.html';
const newAge = 'template/new-age/index.html';

/** On public templates from npm. */
export const onPublicTemplates: PlanningCase[] = [
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
];
