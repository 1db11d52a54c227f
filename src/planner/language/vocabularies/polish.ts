// biome-ignore-all format: words stand several a line, by meaning
import type { Language } from '../language.ts';

export const polish: Language = {
  concepts: {
    pricing: ['cena', 'cennik'],
    cart: ['koszyk'],
  },
  dangers: {
    payment: ['kup', 'zapłać'],
    deletion: ['usuń'],
    'sign-out': ['wyloguj'],
  },
};
