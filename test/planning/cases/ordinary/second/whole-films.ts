import type { PlanningCase } from '../../../expectation.ts';

/** Prompts that ask for a film of the whole page, then for a film with a limit. */
export const wholeFilms: PlanningCase[] = [
  {
    page: 'template/business-frontpage/index.html',
    prompt: 'make a 10 second teaser',
    expect: {
      sections: ['Present your business*', '*'],
      besides: true,
      acts: ['?click *', '?click *'],
    },
  },
  {
    page: 'template/stylish-portfolio/index.html',
    prompt: 'quick tour please',
    seconds: 30,
    expect: { sections: ['Stylish Portfolio*', '*', '*'], besides: true, acts: ['?click *', '?click *'] },
  },
  {
    page: 'package/startbootstrap-sb-admin-2-bs5/index.html',
    prompt: 'show our dashboard in action',
    expect: {
      sections: ['Dashboard|Earnings Overview|Revenue Sources|Projects'],
      besides: true,
      acts: ['?click *', '?click *', '?click *'],
    },
  },
  {
    page: 'fixture/harbour-fest/index.html',
    prompt: 'a short promo for the film festival',
    expect: { sections: ['Harbour Lights', '*'], besides: true, acts: ['?click *', '?click *'] },
  },
  {
    page: 'fixture/drive-shop/index.html',
    prompt: 'Mach ein kurzes Video über Kiln',
    expect: { sections: ['Every kiln*', '*'], besides: true, acts: ['?click *', '?click *'] },
  },
  {
    page: 'fixture/repo-host/index.html',
    prompt: 'Show developers why they should use weave',
    expect: {
      sections: ['weave|Installation|Usage|Benchmarks|About|loom*'],
      besides: true,
      acts: ['?click *', '?click *'],
    },
  },

  {
    page: 'template/resume/index.html',
    prompt: 'only the skills',
    seconds: 5,
    expect: {
      sections: ['Skills'],
      not: ['Experience', 'Education', 'Interests', 'Awards & Certifications'],
      acts: ['?click Skills'],
    },
  },
  {
    page: 'template/heroic-features/index.html',
    prompt: 'Show the page without the footer',
    expect: {
      sections: ['*', '*'],
      not: ['footer', '*Copyright*', '*©*'],
      besides: true,
      acts: ['?click *'],
    },
  },
  {
    page: 'template/landing-page/index.html',
    prompt: 'walk through the page, but skip the testimonials',
    seconds: 30,
    expect: {
      sections: ['Generate more leads*', '*', '*'],
      not: ['What people are saying*', 'Margaret E.'],
      besides: true,
      acts: ['?click *', '?click *'],
    },
  },
  {
    page: 'fixture/stackline/index.html',
    prompt: 'Just the pricing with annual billing',
    expect: {
      sections: ['Simple, per-seat pricing|Hobby|Team|Enterprise'],
      not: ['Frequently asked questions', 'Plugs into your tools'],
      acts: ['?click Pricing', 'click Annual billing'],
    },
  },
];
