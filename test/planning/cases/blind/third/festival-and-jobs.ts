import type { PlanningCase } from '../../../expectation.ts';

const fest = 'fixture/harbour-fest/index.html';
const roles = 'fixture/open-roles/index.html';

export const festivalAndJobs: PlanningCase[] = [
  {
    page: fest,
    prompt: 'show the programme for Saturday and then for Sunday',
    expect: { acts: ['?click Programme', 'click Saturday', 'click Sunday'] },
  },
  {
    page: fest,
    prompt: 'zeige die Filme und die Ticketpreise',
    expect: { sections: ['Six films to look out for', 'Tickets'] },
  },
  {
    page: fest,
    prompt: 'buy the festival pass',
    expect: { sections: ['Tickets'], acts: ['?click Tickets|click Get tickets'] },
  },
  {
    page: fest,
    prompt: 'what if it rains?',
    expect: { sections: ['Good to know'], acts: ['?click What happens when it rains?*'] },
  },
  {
    page: fest,
    prompt: 'go to Saturday and add Night Ferry to my plan',
    expect: { acts: ['?click Programme', 'click Saturday', 'click Add Night Ferry to my plan'] },
  },
  {
    page: fest,
    prompt: 'a trailer for the opening weekend, big and bold',
    expect: { sections: ['Harbour*', '*'], acts: ['?click *', '?click *'], besides: true },
  },
  {
    page: fest,
    prompt: 'buy a day pass as jo@example.com',
    expect: { sections: ['Tickets'], acts: ['?click Tickets|click Get tickets'] },
  },
  { page: fest, prompt: 'only the tickets', seconds: 5, expect: { sections: ['Tickets'] } },
  {
    page: fest,
    prompt: 'montre le programme, mais pas les partenaires',
    expect: {
      sections: ['Programme'],
      not: ['Partners'],
      acts: ['?click Saturday', '?click Sunday', '?click Friday'],
    },
  },
  {
    page: fest,
    prompt: 'show the films and the practical questions, but no tickets',
    expect: { sections: ['Six films to look out for', 'Good to know'], not: ['Tickets'], acts: ['?click *'] },
  },
  { page: fest, prompt: 'show teh partnres', expect: { sections: ['Partners'] } },
  {
    page: fest,
    prompt: 'where does it take place?',
    expect: {
      sections: ['The Old Dock|Harbour*|Getting here|By train'],
      acts: ['?click Getting here'],
      besides: true,
    },
  },
  {
    page: fest,
    prompt: 'open every question under Good to know',
    expect: {
      acts: [
        'click What happens when it rains?*',
        'click Are dogs allowed?*',
        'click Can I return a ticket?*',
      ],
    },
  },

  {
    page: roles,
    prompt: 'search for gardener in Leeds',
    expect: {
      acts: ['change Job title or keyword = gardener', 'change City or remote = Leeds', '?click Search jobs'],
    },
  },
  {
    page: roles,
    prompt: 'filter for part-time and remote only',
    expect: { acts: ['click Part-time', 'click Remote only'] },
  },
  { page: roles, prompt: 'sort by highest salary', expect: { acts: ['change Sort* = pay'] } },
  { page: roles, prompt: 'save the grant writer job', expect: { acts: ['click Save job@6'] } },
  {
    page: roles,
    prompt: 'set the minimum salary to 50',
    expect: { acts: ['change Per year, in thousands = 50'] },
  },
  {
    page: roles,
    prompt: 'show how employers are chosen and the career advice',
    expect: { sections: ['How we choose employers', 'From career advice'] },
  },
  {
    page: roles,
    prompt: 'create a weekly alert for sam@example.com',
    expect: {
      acts: [
        'change Email address* = sam@example.com|change How often* = weekly',
        'change Email address* = sam@example.com|change How often* = weekly',
        '?click Create alert',
      ],
    },
  },
  {
    page: roles,
    prompt: 'cerca "terapista" tra i lavori',
    expect: { acts: ['change Job title or keyword = terapista', '?click Search jobs'] },
  },
  {
    page: roles,
    prompt: 'open the energy data analyst and apply',
    expect: { acts: ['click Energy data analyst', 'click Apply now'] },
  },
  {
    page: roles,
    prompt: 'Please load more roles, and then, if you would be so kind, sort them with the newest first',
    expect: { acts: ['click Load more roles', 'change Sort* = newest'] },
  },
  {
    page: roles,
    prompt: 'an overview for people who have never been here',
    seconds: 30,
    expect: { sections: ['Find work with meaning', '*'], acts: ['?click *', '?click *'], besides: true },
  },
  {
    page: roles,
    prompt: 'Öffne die Seite für Arbeitgeber',
    expect: { acts: ['click For employers'] },
  },
];
