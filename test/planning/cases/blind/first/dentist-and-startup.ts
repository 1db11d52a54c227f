import type { PlanningCase } from '../../../expectation.ts';

const dentist = 'fixture/dentist/index.html';
const stackline = 'fixture/stackline/index.html';

export const dentistAndStartup: PlanningCase[] = [
  {
    page: dentist,
    prompt: 'montre les soins et l’équipe',
    expect: { sections: ['Treatments', 'Meet the team'] },
  },
  {
    page: dentist,
    prompt: 'book a check-up: fill in the appointment form',
    seconds: 30,
    expect: {
      acts: [
        '?click Book online',
        '?change Reason for visit* = *check*',
        'change Preferred day* = *-*-*',
        '?click *:*',
        'change Full name* = *',
        'change Mobile number* = *',
        'change Email* = *@*',
        '?change Anything* = *',
        '?click I am a new patient',
        '?click Request appointment',
      ],
    },
  },
  {
    page: dentist,
    prompt: 'is it possible to pay in instalments?',
    expect: { sections: ['Questions patients ask'], acts: ['?click Can I pay in instalments?'] },
  },
  {
    page: dentist,
    prompt: 'pick 10:15 as the time',
    expect: { acts: ['?click Book online', 'click 10:15'] },
  },
  {
    page: dentist,
    prompt: 'go to the fees page and show the membership plan',
    expect: { sections: ['Membership plan|Fees|content'], acts: ['click Fees'], besides: true },
  },
  {
    page: dentist,
    prompt: 'Wo finde ich die Praxis und wann ist geöffnet?',
    expect: { sections: ['Find us|Opening hours', 'Find us|Opening hours'] },
  },
  {
    page: dentist,
    prompt: 'I would really appreciate it if you could show our visitors who they will meet at the practice',
    expect: { sections: ['Meet the team'] },
  },
  {
    page: dentist,
    prompt: 'select toothache as the reason and tick that I am a new patient',
    expect: { acts: ['?click Book online', 'change Reason for visit* = pain', 'click I am a new patient'] },
  },
  {
    page: dentist,
    prompt: 'show everything but the opening hours',
    seconds: 30,
    expect: {
      not: ['Opening hours'],
      sections: ['Treatments', 'Meet the team'],
      acts: ['?click *', '?click *'],
      besides: true,
    },
  },
  { page: dentist, prompt: 'shwo the tretments', expect: { sections: ['Treatments'] } },
  {
    page: dentist,
    prompt: 'a warm, friendly clip for the screen in our waiting room',
    expect: { sections: ['Gentle dentistry*', '*'], acts: ['?click *', '?click *'], besides: true },
  },

  {
    page: stackline,
    prompt: 'switch the billing to annual and get the Team plan',
    expect: { acts: ['?click Pricing', 'click Annual billing', 'click Get Team'] },
  },
  {
    page: stackline,
    prompt: 'show the pricing, but skip the FAQ',
    expect: {
      sections: ['Simple, per-seat pricing'],
      not: ['Frequently asked questions'],
      acts: ['?click Annual billing'],
    },
  },
  {
    page: stackline,
    prompt: 'begin the free trial',
    expect: {
      acts: [
        'click Start free trial',
        '?change Work email* = *@*',
        '?change Password* = *',
        '?change Company* = *',
        '?click Create account',
      ],
    },
  },
  {
    page: stackline,
    prompt: 'start the trial and sign up with mia@example.com',
    expect: {
      acts: [
        'click Start free trial',
        'change Work email* = mia@example.com',
        '?change Password* = *',
        '?change Company* = *',
        '?click Create account',
      ],
    },
  },
  {
    page: stackline,
    prompt: 'where is my data kept?',
    expect: { sections: ['Frequently asked questions'], acts: ['?click Where is our data stored?*'] },
  },
  {
    page: stackline,
    prompt: 'make it look exciting for launch day',
    expect: { sections: ['Incident reviews*', '*'], acts: ['?click *', '?click *'], besides: true },
  },
  {
    page: stackline,
    prompt: 'show the Discuss step, then the Learn step',
    expect: { acts: ['click Discuss', 'click Learn'] },
  },
  {
    page: stackline,
    prompt: 'Zeig mir, wie es funktioniert und womit es sich verbinden lässt',
    expect: { sections: ['How it works', 'Plugs into your tools'], acts: ['?click *', '?click *'] },
  },
  { page: stackline, prompt: 'testimonials', seconds: 5, expect: { sections: ['Loved by on-call teams'] } },
  {
    page: stackline,
    prompt: 'who uses this? open the customers page',
    expect: { acts: ['click Customers'] },
  },
  {
    page: stackline,
    prompt: 'contact the sales team',
    expect: {
      acts: [
        '?click Pricing',
        'click Contact sales',
        '?change Name* = *',
        '?change Email* = *@*',
        '?click Send',
      ],
    },
  },
  {
    page: stackline,
    prompt: 'show how an incident becomes a timeline',
    template: 'feature-sweep',
    expect: {
      sections: ['Everything after the alarm|How it works|features'],
      acts: ['?click *', '?click *'],
      besides: true,
    },
  },
  {
    page: stackline,
    prompt: 'expand all the questions',
    expect: {
      acts: [
        'click Is there a free trial?*',
        'click Where is our data stored?*',
        'click Can I cancel any time?*',
      ],
    },
  },
  {
    page: stackline,
    prompt: 'show the plans',
    template: 'section-focus',
    sectionHint: 'Pricing',
    expect: { sections: ['Simple, per-seat pricing'], acts: ['?click Annual billing'] },
  },
];
