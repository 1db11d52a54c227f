import type { PlanningCase } from '../../expectation.ts';

const about = 'template/business-casual/about.html';
const contact = 'template/clean-blog/contact.html';
const post = 'template/clean-blog/post.html';
const company = 'template/modern-business/contact.html';
const tables = 'template/sb-admin/tables.html';
const landing = 'template/landing-page/index.html';

export const publicTemplates: PlanningCase[] = [
  {
    page: about,
    prompt: 'show the story of the cafe and the team',
    expect: { sections: ['Strong Coffee*'], besides: true },
  },
  { page: about, prompt: 'open the store page', expect: { acts: ['click Store'] } },
  {
    page: contact,
    prompt: 'fill in the form and send it',
    seconds: 30,
    expect: {
      acts: [
        'change Name = *',
        'change Email address = *@*',
        'change Phone Number = *',
        'change Message = *',
        '?click Send',
      ],
    },
  },
  {
    page: contact,
    prompt: 'enter "Greta" as name and greta@example.com as email address',
    expect: { acts: ['change Name = Greta', 'change Email address = greta@example.com'] },
  },
  { page: contact, prompt: 'go back to the home page', expect: { acts: ['click Home'] } },
  {
    page: post,
    prompt: 'read the part about reaching for the stars',
    expect: { sections: ['Reaching for the Stars'] },
  },
  { page: post, prompt: 'show the final frontier', expect: { sections: ['The Final Frontier'] } },
  { page: post, prompt: 'click About, then Contact', expect: { acts: ['click About', 'click Contact'] } },
  {
    page: company,
    prompt: 'open the blog menu and choose Blog Post',
    expect: { acts: ['click Blog', 'click Blog Post'] },
  },
  {
    page: company,
    prompt: 'write "Do you ship to Norway?" into the message',
    expect: { acts: ['change Message = Do you ship to Norway?'] },
  },
  {
    page: company,
    prompt: 'how can I reach support?',
    expect: { sections: ['*Get in touch*|*support*|*Chat*|features|form|content*'] },
  },
  { page: tables, prompt: 'search the table for London', expect: { acts: ['change Search* = London'] } },
  { page: tables, prompt: 'collapse the side menu', expect: { acts: ['?click *'] } },
  {
    page: tables,
    prompt: 'sort the table by salary',
    expect: { acts: ['?click Salary*'], sections: ['*Tables*|DataTable*|content*'], besides: true },
  },
  { page: landing, prompt: 'zeige die Kundenstimmen', expect: { sections: ['What people are saying*'] } },
  {
    page: landing,
    prompt: 'show what makes it easy to use',
    expect: { sections: ['Easy to Use*|*Responsive*|features'] },
  },
  {
    page: landing,
    prompt: 'sign up at the bottom with kim@example.com',
    expect: { acts: ['?click Sign Up', 'change Email Address* = kim@example.com', '?click Submit'] },
  },
];
