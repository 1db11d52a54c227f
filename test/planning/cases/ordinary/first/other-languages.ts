import type { PlanningCase } from '../../../expectation.ts';

/** Prompts for pages that are not in English. */
export const otherLanguages: PlanningCase[] = [
  {
    page: 'fixture/museo/index.html',
    prompt: 'Show the current exhibitions and how to get there',
    expect: {
      sections: ['In mostra adesso', 'Come arrivare'],
      acts: ['?click Mostre', '?click Come arrivare'],
    },
  },
  {
    page: 'fixture/boulangerie/index.html',
    prompt: "Montre les pains et l'histoire de la maison",
    expect: {
      sections: ['Nos pains', 'Notre histoire'],
      acts: ['?click Nos pains', '?click Notre histoire'],
    },
  },
  {
    page: 'fixture/viajes/index.html',
    prompt: 'Enseña los destinos y qué incluye el precio',
    expect: { sections: ['Destinos para este otoño', 'Qué incluye el precio'], acts: ['?click Destinos'] },
  },
  {
    page: 'fixture/tarife/index.html',
    prompt: 'Zeig die Preise und den Vergleich',
    expect: {
      sections: ['Ein Preis*|Verein|Verband|Dachverband|pricing', 'Alles im Vergleich'],
      acts: ['?click Preise', '?click Jährliche Abrechnung'],
    },
  },
  {
    page: 'fixture/amt/index.html',
    prompt: 'Zeige, was man dafür braucht und was es kostet',
    expect: { sections: ['Voraussetzungen', 'Gebühren'] },
  },
  {
    page: 'fixture/velo/index.html',
    prompt: 'choisis la couleur Bleu nuit et ajoute le vélo au panier',
    expect: {
      acts: ['click Bleu nuit', '?change Taille du cadre = *', 'click Ajouter au panier', '?click Panier*'],
    },
  },
  {
    page: 'fixture/mobile-app/index.html',
    prompt: 'Muestra las reseñas críticas',
    expect: { acts: ['click Críticas'] },
  },
  {
    page: 'fixture/tarife/index.html',
    prompt: 'Öffne die Frage zur Mindestlaufzeit',
    expect: { acts: ['click Gibt es eine Mindestlaufzeit?'] },
  },
  {
    page: 'fixture/boulangerie/index.html',
    prompt: 'Présente la boulangerie, sans le formulaire de commande',
    expect: {
      sections: ['Du pain*', '*'],
      not: ['Commander à l’avance'],
      besides: true,
      acts: ['?click *', '?click *'],
    },
  },
];
