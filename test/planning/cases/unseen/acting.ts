import type { PlanningCase } from '../../expectation.ts';

const spectre = 'package/spectre.css/docs';
const company = 'package/paper-kit-2/examples/landing.html';
const blog = 'template/blog-post/index.html';
const sidebar = 'template/simple-sidebar/index.html';

/** Prompts that ask for an action. */
export const acting: PlanningCase[] = [
  {
    page: 'package/awesomplete/index.html',
    prompt: 'type "Ja" into the programming language field',
    expect: { acts: ['change Pick a programming language* = Ja', '?click Java*'] },
  },
  {
    page: company,
    prompt: 'Fill in the contact form: Mia Stone, mia@example.com, "Lovely page"',
    expect: {
      acts: [
        'change Name* = Mia Stone',
        'change Email* = mia@example.com',
        'change Message*|change Tell us* = Lovely page',
        '?click Send Message',
      ],
    },
  },
  {
    page: 'package/paper-kit-2/examples/profile.html',
    prompt: 'open the Following tab',
    expect: { acts: ['click Following'] },
  },
  {
    page: 'package/paper-kit-2/examples/register.html',
    prompt: 'Registriere dich mit anna@example.com',
    expect: {
      acts: ['change Email* = anna@example.com', '?change Password* = *', '?click Register'],
    },
  },
  {
    page: `${spectre}/components/modals.html`,
    prompt: 'open the modal',
    expect: { acts: ['click Open Modal', '?click *Close*'] },
  },
  {
    page: `${spectre}/getting-started.html`,
    prompt: 'Go to the browser support page',
    expect: { acts: ['click Browser support|click View'] },
  },
  {
    page: `${spectre}/experimentals/filters.html`,
    prompt: 'show only the sports games',
    expect: { acts: ['click Sports'] },
  },
  {
    page: `${spectre}/elements/forms.html`,
    prompt: 'enter the name Ada Lovelace and the email ada@example.com',
    expect: { acts: ['change Name* = Ada Lovelace', 'change Email* = ada@example.com'] },
  },
  {
    page: blog,
    prompt: 'cherche "space"',
    expect: { acts: ['change Enter search term* = space', '?click Go!'] },
  },
  {
    page: blog,
    prompt: 'leave a comment saying "Well said"',
    expect: { acts: ['change Join the discussion* = Well said'] },
  },
  {
    page: sidebar,
    prompt: 'open the menu in the top right corner',
    expect: { acts: ['click Dropdown'] },
  },
  {
    page: sidebar,
    prompt: 'hide the side menu',
    expect: { acts: ['click Toggle Menu'] },
  },
];
