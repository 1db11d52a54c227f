import type { PlanningCase } from '../../../expectation.ts';

const farebox = 'fixture/farebox/index.html';
const agency = 'template/agency/index.html';
const store = 'template/shop-homepage/index.html';
const faq = 'template/modern-business/faq.html';
const opening = 'template/business-casual/store.html';
const business = 'template/modern-business/index.html';

export const paymentsAndTemplates: PlanningCase[] = [
  { page: farebox, prompt: 'switch to 12 months', expect: { acts: ['click 12 months'] } },
  { page: farebox, prompt: 'show only failed payments', expect: { acts: ['change Status = failed'] } },
  {
    page: farebox,
    prompt: 'open the account menu and go to Team',
    expect: { acts: ['click Demo account*', 'click Team'] },
  },
  {
    page: farebox,
    prompt: 'create a new invoice over 250 for ada@example.com',
    seconds: 30,
    expect: {
      acts: [
        'click New invoice',
        'change Customer email* = ada@example.com',
        'change Amount* = 250',
        '?change Due* = *',
        '?click Create invoice',
      ],
    },
  },
  {
    page: farebox,
    prompt:
      'For our board meeting I would like to see how the revenue is split by country, if that is possible',
    expect: { sections: ['By country'] },
  },
  {
    page: farebox,
    prompt: 'a quick look at how the volume developed',
    seconds: 5,
    expect: { sections: ['Volume over time'] },
  },
  {
    page: farebox,
    prompt: 'search for customer 1042',
    expect: { acts: ['change Search = *1042'] },
  },
  {
    page: farebox,
    prompt: 'show the volume and the upcoming payouts, leave out the recent payments',
    expect: { sections: ['Volume over time', 'Upcoming payouts'], not: ['Recent payments'] },
  },
  {
    page: farebox,
    prompt: 'muestra los pagos recientes',
    expect: { sections: ['Recent payments'] },
  },

  {
    page: agency,
    prompt: 'show services and team, skip the portfolio',
    expect: { sections: ['Services', 'Our Amazing Team'], not: ['Portfolio', 'gallery'] },
  },
  {
    page: agency,
    prompt: 'an impressive reel of our agency for investors',
    template: 'cinematic',
    expect: {
      sections: ['*', 'Services|Portfolio|About|Our Amazing Team'],
      acts: ['?click *', '?click *'],
      besides: true,
    },
  },
  {
    page: store,
    prompt: 'put the popular item in the cart',
    expect: { acts: ['click Add to cart@3'] },
  },
  {
    page: faq,
    prompt: 'what about billing?',
    expect: { sections: ['Account & Billing'], acts: ['?click Accordion Item #*'] },
  },
  {
    page: opening,
    prompt: 'are they opne on saturdays?',
    expect: { sections: ['*We*re Open*'] },
  },
  {
    page: business,
    prompt: 'show the site',
    template: 'section-focus',
    sectionHint: 'From our blog',
    expect: { sections: ['From our blog'] },
  },
];
