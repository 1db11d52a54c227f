import type { PlanningCase } from '../../expectation.ts';

const suggestions = 'package/awesomplete/index.html';
const spectre = 'package/spectre.css/docs';
const company = 'package/paper-kit-2/examples/landing.html';
const profile = 'package/paper-kit-2/examples/profile.html';
const business = 'template/small-business/index.html';
const blog = 'template/blog-post/index.html';

/** Prompts that ask to be shown something. */
export const showing: PlanningCase[] = [
  {
    page: suggestions,
    prompt: 'show the basic usage',
    expect: { sections: ['Basic usage'], acts: ['?click Basic usage'] },
  },
  {
    page: suggestions,
    prompt: 'How can I extend it?',
    expect: { sections: ['Extend'], acts: ['?click Extend'] },
  },
  {
    page: suggestions,
    prompt: 'which events are there, and what does the API look like',
    expect: { sections: ['Events', 'API'], acts: ['?click Events', '?click API'] },
  },
  {
    page: suggestions,
    prompt: 'Wo kann ich es herunterladen?',
    expect: { sections: ['Download*'], acts: ['?click Download!'] },
  },
  {
    page: suggestions,
    prompt: 'Show the combobox example',
    expect: {
      sections: ['Combobox dropdown|Advanced Examples'],
      acts: ['?click Advanced Examples', '?click Combobox*'],
    },
  },
  {
    page: company,
    prompt: 'introduce the team',
    expect: { sections: ["Let's talk about us|Henry Ford|Sophie West|Robert Orben"] },
  },
  {
    page: company,
    prompt: 'how do I contact them',
    expect: { sections: ['Keep in touch?'] },
  },
  {
    page: company,
    prompt: '¿Quién es la diseñadora?',
    expect: { sections: ["Sophie West|Let's talk about us"], not: ['Keep in touch?'] },
  },
  {
    page: company,
    prompt: 'Parle-moi du produit',
    expect: { sections: ["Let's talk product"], acts: ['?click See Details'] },
  },
  {
    page: company,
    prompt: 'a 10 second teaser for our company, without the contact form',
    expect: {
      sections: ['Example page|Start designing*|*', '*'],
      not: ['Keep in touch?'],
      besides: true,
      acts: ['?click *'],
    },
  },
  {
    page: profile,
    prompt: 'what does Jane do for a living?',
    expect: { sections: ['Jane Faker*|Music Producer*'] },
  },
  {
    page: `${spectre}/elements/forms.html`,
    prompt: 'show the form sizes and the input groups',
    expect: {
      sections: ['Form sizes*', 'Input groups*'],
    },
  },
  {
    page: `${spectre}/components/modals.html`,
    prompt: 'Show which sizes a modal can have',
    expect: { sections: ['Modal sizes*'], acts: ['?click Open *', '?click Open *', '?click *Close*'] },
  },
  {
    page: `${spectre}/index.html`,
    prompt: 'how do I install it',
    expect: { sections: ['Introduction*|Install*'], acts: ['?click Install Spectre.css|click Docs'] },
  },
  {
    page: business,
    prompt: 'Zeig die dritte Karte',
    expect: { sections: ['Card Three'] },
  },
  {
    page: business,
    prompt: 'show the cards one by one',
    expect: { sections: ['Card One', 'Card Two', 'Card Three'] },
  },
  {
    page: blog,
    prompt: 'Show the part about odd cosmic thoughts',
    expect: { sections: ['I have odd cosmic thoughts every day'] },
  },
  {
    page: blog,
    prompt: 'which categories does the blog have',
    expect: { sections: ['Categories'] },
  },
];
