import type { PlanningCase } from '../../../expectation.ts';

const boots = 'fixture/trail-boots/index.html';
const lumen = 'fixture/lumen-docs/index.html';

export const bootsAndDocs: PlanningCase[] = [
  {
    page: boots,
    prompt: 'choose size 9 in slate and add it to the bag',
    expect: {
      acts: ['change Size (UK)* = 9|click Slate', 'change Size (UK)* = 9|click Slate', 'click Add to bag'],
    },
  },
  {
    page: boots,
    prompt: 'show what other walkers say and what goes well with it',
    expect: { sections: ['Customer reviews', 'You may also like'] },
  },
  { page: boots, prompt: 'open the size guide', expect: { acts: ['click Size guide', '?click Close'] } },
  {
    page: boots,
    prompt: 'put two pairs into the bag',
    expect: {
      acts: [
        '?change Size (UK)* = *',
        'click Increase quantity|change Quantity = 2|click Add to bag',
        '?change Size (UK)* = *',
        'click Add to bag',
      ],
    },
  },
  {
    page: boots,
    prompt: 'how long does delivery take?',
    expect: { sections: ['Product details'], acts: ['?click Delivery and returns'] },
  },
  {
    page: boots,
    prompt: 'search the shop for gaiters',
    expect: { acts: ['change Search the shop = gaiters'] },
  },
  {
    page: boots,
    prompt: 'sort the reviews by highest rated',
    expect: { acts: ['change Sort reviews* = high'] },
  },
  {
    page: boots,
    prompt: 'Wähle die Farbe Slate und lege den Schuh in den Warenkorb',
    expect: { acts: ['click Slate', '?change Size (UK)* = *', 'click Add to bag'] },
  },
  {
    page: boots,
    prompt: 'Could you kindly take people to the information about repairs? Thank you very much!',
    expect: { sections: ['Product details'], acts: ['?click Repairs'] },
  },
  { page: boots, prompt: 'go to the sale', expect: { acts: ['click Sale'] } },
  {
    page: boots,
    prompt: 'a short clip for our autumn newsletter that makes people want these boots',
    expect: { sections: ['Ridgeway Mid*', '*'], acts: ['?click *', '?click *'], besides: true },
  },
  {
    page: boots,
    prompt: 'just the reviews, nothing else',
    seconds: 5,
    expect: { sections: ['Customer reviews'] },
  },
  { page: boots, prompt: 'expnd materials and care', expect: { acts: ['click Materials and care'] } },
  {
    page: boots,
    prompt: 'save it to the wish list, then open the account page',
    expect: { acts: ['click Save to wish list', 'click Account'] },
  },

  {
    page: lumen,
    prompt: 'how do I install this on Linux?',
    expect: { sections: ['Installation'], acts: ['?click Installation', '?click Linux'] },
  },
  {
    page: lumen,
    prompt: 'switch to Windows',
    expect: { acts: ['?click Installation', 'click Windows'] },
  },
  {
    page: lumen,
    prompt: 'look up "watermark" in the search',
    expect: { acts: ['change Search docs = watermark'] },
  },
  {
    page: lumen,
    prompt: 'open the guides in the sidebar and go to Choosing formats',
    expect: { acts: ['click Guides', 'click Choosing formats'] },
  },
  {
    page: lumen,
    prompt: 'turn on dark mode',
    expect: { acts: ['click Switch between dark and light mode'] },
  },
  { page: lumen, prompt: 'choose version 2.x', expect: { acts: ['change Version = 2'] } },
  {
    page: lumen,
    prompt: 'show the configuration and the caching, not the troubleshooting',
    expect: { sections: ['Configuration', 'Caching'], not: ['Troubleshooting'] },
  },
  {
    page: lumen,
    prompt: 'what can go wrong?',
    expect: { sections: ['Troubleshooting'], acts: ['?click *', '?click *'] },
  },
  {
    page: lumen,
    prompt: 'Comment vider le cache ?',
    expect: { sections: ['Clearing the cache|Caching'] },
  },
  {
    page: lumen,
    prompt: 'a quick look at the first request',
    seconds: 5,
    expect: { sections: ['Your first request'] },
  },
  {
    page: lumen,
    prompt: 'scroll calmly through the page',
    template: 'plain-scroll',
    seconds: 30,
    expect: { sections: ['Getting started', '*'], besides: true },
  },
  {
    page: lumen,
    prompt: '¿Qué necesito antes de empezar?',
    expect: { sections: ['Requirements'] },
  },
  {
    page: lumen,
    prompt: 'show the documentation',
    template: 'section-focus',
    sectionHint: 'Configuration',
    expect: { sections: ['Configuration'] },
  },
];
