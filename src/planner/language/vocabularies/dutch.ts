// biome-ignore-all format: words stand several a line, by meaning
import { dutchDeeds } from '../deeds/dutch.ts';
import type { Language } from '../language.ts';
import { dutchOffers } from '../offers/dutch.ts';

export const dutch: Language = {
  deeds: dutchDeeds,
  offers: dutchOffers,
  concepts: {
    pricing: ['kost', 'prijs', 'prijzen'],
    cart: ['winkelwagen'],
    size: ['maat'],
    colour: ['kleur'],
  },
  verbs: {
    go: ['ga naar'],
    show: ['toon'],
  },
  stopWords: `het een en van op met toon`.split(/\s+/),
  dangers: {
    payment: ['kopen', 'afrekenen'],
    deletion: ['verwijderen'],
    'sign-out': ['uitloggen'],
  },
  names: {
    particles: ['van', 'den'],
  },
};
