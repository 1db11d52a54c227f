import type { PlanningCase } from '../../expectation.ts';

const sample = 'sample/';

/** On our own sample site. */
export const onSampleSite: PlanningCase[] = [
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
];
