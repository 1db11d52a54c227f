import type { PlanningCase } from '../../../expectation.ts';

const resume = 'template/resume/index.html';
const front = 'template/business-frontpage/index.html';
const modern = 'template/modern-business';
const admin2 = 'package/startbootstrap-sb-admin-2-bs5';

/** Prompts that ask to be shown something. */
export const showing: PlanningCase[] = [
  {
    page: resume,
    prompt: 'Show the experience and the education',
    expect: { sections: ['Experience', 'Education'], acts: ['?click Experience', '?click Education'] },
  },
  {
    page: resume,
    prompt: 'Zeig die Fähigkeiten und die Auszeichnungen',
    expect: { sections: ['Skills', 'Awards & Certifications'], acts: ['?click Skills', '?click Awards'] },
  },
  {
    page: 'template/stylish-portfolio/index.html',
    prompt: 'show what we offer and our recent projects',
    expect: {
      sections: ['What We Offer|Services', 'Recent Projects|Portfolio'],
      acts: ['?click What We Offer|click Services', '?click Portfolio'],
    },
  },
  {
    page: 'template/shop-item/index.html',
    prompt: 'show the related products',
    expect: { sections: ['Related products'] },
  },
  {
    page: front,
    prompt: 'Show the pricing and what customers say',
    expect: { sections: ['Pay as you grow', 'Customer testimonials'] },
  },
  {
    page: front,
    prompt: 'Montre les tarifs et le formulaire de contact',
    expect: { sections: ['Pay as you grow', 'Get in touch'], acts: ['?click Contact'] },
  },
  {
    page: 'template/heroic-features/index.html',
    prompt: 'Muestra las características',
    expect: {
      sections: [
        'Fresh new layout|Free to download|Jumbotron hero header|Feature boxes|Simple clean code|A name you trust|features',
      ],
    },
  },
  {
    page: `${admin2}/index.html`,
    prompt: 'show the earnings overview and the projects',
    expect: { sections: ['Earnings Overview', 'Projects'] },
  },
  {
    page: `${admin2}/utilities-color.html`,
    prompt: 'Show the background gradients',
    expect: { sections: ['Custom Background Gradient Utilities'] },
  },
  {
    page: 'template/grayscale/index.html',
    prompt: 'show the projects',
    expect: {
      sections: ['Shoreline|Misty|Mountains|projects|portfolio|gallery'],
      acts: ['?click Projects'],
    },
  },
  {
    page: 'template/creative/index.html',
    prompt: 'Show the services and where to download it',
    expect: {
      sections: ['At Your Service|Sturdy Themes', 'Free Download*'],
      acts: ['?click Services'],
    },
  },
  {
    page: `${modern}/faq.html`,
    prompt: 'show the account and billing questions',
    expect: {
      sections: ['Account & Billing|Accordion*'],
      acts: ['?click Accordion*', '?click Accordion*', '?click Accordion*'],
    },
  },
  {
    page: `${modern}/blog-home.html`,
    prompt: 'Show the news and the featured stories',
    expect: { sections: ['News', 'Featured Stories'] },
  },
  {
    page: `${modern}/pricing.html`,
    prompt: 'What does it cost?',
    expect: { sections: ['Pay as you grow|pricing|Free|Pro|Enterprise'] },
  },
  {
    page: 'template/business-casual/index.html',
    prompt: 'show our promise to customers',
    expect: { sections: ['*To You'] },
  },
  {
    page: 'template/business-casual/store.html',
    prompt: 'show when the café is open',
    expect: { sections: ["*We're Open"] },
  },
  {
    page: 'template/clean-blog/post.html',
    prompt: 'Show the part called The Final Frontier',
    expect: { sections: ['The Final Frontier'] },
  },
  {
    page: 'fixture/airline/index.html',
    prompt: "Show this week's offers and the baggage rules",
    expect: { sections: ['Ofertas da semana', 'Bagagem'] },
  },
  {
    page: 'fixture/mobile-app/index.html',
    prompt: 'Muestra las capturas de pantalla y las novedades',
    expect: { sections: ['Capturas de pantalla', 'Novedades'] },
  },
  {
    page: 'fixture/planner-saas/docs.html',
    prompt: 'show how to import a spreadsheet',
    expect: { sections: ['Importing a spreadsheet'] },
  },
  {
    page: 'fixture/planner-saas/pricing.html',
    prompt: 'Show the plans and what they cost',
    expect: {
      sections: ['Plans for every pier|Pick a plan|Dinghy|Sloop|Schooner'],
      acts: ['?click Bill me yearly'],
    },
  },
  {
    page: 'sample/',
    prompt: 'show the forecast',
    expect: {
      sections: ['A date you can say*|One loop*'],
      acts: ['?click Forecast*', '?click Forecast*', '?change How sure* = *'],
    },
  },
  {
    page: 'fixture/farebox/index.html',
    prompt: 'show the recent payments and the upcoming payouts',
    expect: { sections: ['Recent payments', 'Upcoming payouts'] },
  },
  {
    page: 'fixture/trail-boots/index.html',
    prompt: 'Show why we made it',
    expect: { sections: ['Why we made it'] },
  },
  {
    page: 'fixture/boulangerie/index.html',
    prompt: 'Montre les horaires et comment venir',
    expect: { sections: ['Horaires et accès'] },
  },
  {
    page: 'fixture/dentist/index.html',
    prompt: 'introduce the team',
    expect: { sections: ['Meet the team'], acts: ['?click Our team'] },
  },
  {
    page: 'fixture/amt/index.html',
    prompt: 'Zeig die häufigen Fragen',
    expect: { sections: ['Häufige Fragen'], acts: ['?click *?', '?click *?', '?click *?'] },
  },
  {
    page: 'fixture/tarife/index.html',
    prompt: 'Was sagen andere Kassenwarte?',
    expect: { sections: ['Das sagen Kassenwarte'] },
  },
  {
    page: 'fixture/conference/index.html',
    prompt: 'show the tickets and then the questions',
    expect: {
      sections: ['Tickets', 'Before you ask'],
      acts: ['?click Get your ticket', '?click Questions', '?click *?'],
    },
  },
  {
    page: 'fixture/lumen-docs/index.html',
    prompt: 'Show the caching section and the troubleshooting',
    expect: {
      sections: ['Caching', 'Troubleshooting'],
      acts: ['?click Caching', '?click Troubleshooting', '?click The port*', '?click Pictures come*'],
    },
  },
];
