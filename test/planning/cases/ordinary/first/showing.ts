import type { PlanningCase } from '../../../expectation.ts';

const saas = 'fixture/planner-saas/index.html';
const stackline = 'fixture/stackline/index.html';
const ffmpeg = 'package/fluent-ffmpeg/doc';

/** Prompts that ask to be shown something. */
export const showing: PlanningCase[] = [
  {
    page: 'sample/',
    prompt: 'Show the features and pricing',
    expect: {
      sections: ['One loop*|Small things*', 'Pay for hosting*'],
      acts: [
        '?click Features',
        '?click Plan*',
        '?click Forecast*',
        '?click Focus*',
        '?click Review*',
        '?click Pricing',
        '?click Yearly*',
      ],
    },
  },
  {
    page: 'sample/changelog',
    prompt: "Show what's new",
    expect: { sections: ['What changed.|Forecasts that know*|Focus, hour by hour|Leave whenever you like'] },
  },
  {
    page: saas,
    prompt: 'Show the features, the pricing and the FAQ',
    expect: {
      sections: ['Everything on one quay', 'Simple pricing|Pick a plan', 'Frequently asked questions'],
      acts: ['?click Features', '?click Pricing', '?click Yearly', '?click FAQ', '?click *?'],
    },
  },
  {
    page: saas,
    prompt: 'show what harbour masters say about it',
    expect: { sections: ['What harbour masters say'] },
  },
  {
    page: stackline,
    prompt: 'I want to see how it works and which tools it plugs into',
    expect: {
      sections: ['How it works', 'Plugs into your tools'],
      acts: [
        '?click See how it works',
        '?click Collect',
        '?click Discuss',
        '?click Learn',
        '?click Integrations',
      ],
    },
  },
  {
    page: 'fixture/conference/index.html',
    prompt: 'Show the speakers and the venue',
    expect: {
      sections: ['Who is on stage', 'The old ceramics factory'],
      acts: ['?click Speakers', '?click Venue'],
    },
  },
  {
    page: 'fixture/dentist/index.html',
    prompt: 'Zeige die Behandlungen und die Öffnungszeiten',
    expect: { sections: ['Treatments', 'Opening hours'], acts: ['?click Treatments'] },
  },
  {
    page: 'fixture/bistro/index.html',
    prompt: 'Show where the restaurant is',
    expect: { sections: ['Finding us'], acts: ['?click Visit'] },
  },
  {
    page: 'fixture/clinic/index.html',
    prompt: 'introduce our doctors',
    expect: { sections: ['Our doctors'], acts: ['?click Our doctors'] },
  },
  {
    page: 'fixture/harbour-fest/index.html',
    prompt: 'Show the ticket prices',
    expect: { sections: ['Tickets'], acts: ['?click Tickets|click Get tickets'] },
  },
  {
    page: 'fixture/docs/index.html',
    prompt: 'Show how to install it and how retries work',
    expect: { sections: ['Install', 'Retries'], acts: ['?click Install', '?click Retries'] },
  },
  {
    page: 'fixture/lumen-docs/index.html',
    prompt: 'walk me through installation and configuration',
    expect: {
      sections: ['Installation', 'Configuration'],
      acts: ['?click Installation', '?click Configuration'],
    },
  },
  {
    page: 'fixture/repo-host/index.html',
    prompt: 'can you show the benchmarks please',
    expect: { sections: ['Benchmarks'] },
  },
  {
    page: 'fixture/planner-article/index.html',
    prompt: 'Show the chapter about knots',
    expect: { sections: ['Knots that hold'] },
  },
  {
    page: 'fixture/planner-soup/index.html',
    prompt: 'what does it cost',
    expect: { sections: ['What it costs'], acts: ['?click Accept all|click Reject', '?click Pricing'] },
  },
  {
    page: 'fixture/trail-boots/index.html',
    prompt: 'Show the product details and the customer reviews',
    expect: {
      sections: ['Product details|Materials and care', 'Customer reviews'],
      acts: [
        '?click Materials and care',
        '?click Delivery and returns',
        '?click Repairs',
        '?click *128 reviews',
      ],
    },
  },
  {
    page: 'template/agency/index.html',
    prompt: 'Show our services and the team',
    expect: { sections: ['Services', 'Our amazing team'], acts: ['?click Services', '?click Team'] },
  },
  {
    page: 'template/freelancer/index.html',
    prompt: 'zeig das Portfolio',
    expect: { sections: ['Portfolio'], acts: ['?click Portfolio'] },
  },
  {
    page: 'template/landing-page/index.html',
    prompt: 'Muestra los testimonios',
    expect: { sections: ['What people are saying*'] },
  },
  {
    page: 'template/modern-business/index.html',
    prompt: 'Show the features and the latest blog posts',
    expect: {
      sections: ['A better way to start building.|Featured title', 'From our blog|*Blog post title'],
      acts: ['?click Get Started'],
    },
  },
  {
    page: 'template/modern-business/about.html',
    prompt: 'tell the story of how the company was founded and introduce the team',
    expect: { sections: ['Our founding', 'Our team'], acts: ['?click Read our story'] },
  },
  {
    page: 'template/business-casual/products.html',
    prompt: 'show the coffee and the bakery',
    expect: { sections: ['*Coffees & Teas', '*Bakery & Kitchen'] },
  },
  {
    page: 'template/clean-blog/about.html',
    prompt: 'show the about me page',
    expect: { sections: ['About Me'], besides: true, acts: ['?click About'] },
  },
  {
    page: `${ffmpeg}/index.html`,
    prompt: 'show the installation and how to set event handlers',
    expect: {
      sections: ['Installation', 'Setting event handlers'],
      acts: ['?click Installation', '?click Setting event handlers'],
    },
  },
  {
    page: `${ffmpeg}/FfmpegCommand.html`,
    prompt: 'Show the video size methods',
    expect: { sections: ['Video size methods'], acts: ['?click Video size methods'] },
  },
];
