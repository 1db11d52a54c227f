import type { PlanningCase } from '../../../expectation.ts';

const four = 'fixture/boulangerie/index.html';
const newAge = 'template/new-age/index.html';
const freelancer = 'template/freelancer/index.html';
const pricing = 'template/modern-business/pricing.html';

export const bakeryAndTemplates: PlanningCase[] = [
  {
    page: four,
    prompt: 'montre les pains et les horaires',
    expect: { sections: ['Nos pains', 'Horaires et accès'] },
  },
  {
    page: four,
    prompt: 'passe une commande en remplissant le formulaire',
    seconds: 30,
    expect: {
      acts: [
        '?click Passer commande|click Commander',
        'change Votre nom = *',
        'change Téléphone = *',
        '?change Pain souhaité = *',
        'change Jour de retrait = *-*-*',
        '?change Un mot pour nous = *',
        '?click Tranché*',
        '?click Envoyer la commande',
      ],
    },
  },
  {
    page: four,
    prompt: 'choisis la brioche et coche « tranché »',
    expect: {
      acts: ['?click Passer commande|click Commander', 'change Pain souhaité = brioche', 'click Tranché*'],
    },
  },
  { page: four, prompt: 'tell the story of the house', expect: { sections: ['Notre histoire'] } },
  { page: four, prompt: 'Apri la pagina della pasticceria', expect: { acts: ['click Pâtisserie'] } },
  { page: four, prompt: 'what are people saying', expect: { sections: ['Ils en parlent'] } },
  {
    page: four,
    prompt: 'montre tout sauf les avis',
    seconds: 30,
    expect: {
      sections: ['Nos pains', 'Notre histoire'],
      not: ['Ils en parlent'],
      acts: ['?click *', '?click *'],
      besides: true,
    },
  },
  { page: four, prompt: 'où se trouve la boulangerie ?', expect: { sections: ['Horaires et accès'] } },
  {
    page: four,
    prompt: 'un petit film gourmand pour nos réseaux sociaux',
    expect: { sections: ['Du pain, du temps, du feu', '*'], acts: ['?click *', '?click *'], besides: true },
  },

  {
    page: newAge,
    prompt: 'Zeige, was die App alles kann',
    expect: { sections: ['Device Mockups|Flexible Use|Free to Use|Open Source|features'] },
  },
  { page: newAge, prompt: 'click Download in the menu', expect: { acts: ['click Download'] } },
  {
    page: freelancer,
    prompt: 'introduce the freelancer, but no contact form please',
    expect: { sections: ['Start Bootstrap|About|Portfolio'], not: ['Contact Me', 'form'], besides: true },
  },
  {
    page: pricing,
    prompt: 'compare free, pro and enterprise',
    expect: { sections: ['Pay as you grow|pricing'] },
  },
];
