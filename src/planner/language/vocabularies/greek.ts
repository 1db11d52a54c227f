// biome-ignore-all format: words stand several a line, by meaning
import type { Language } from '../language.ts';

export const greek: Language = {
  concepts: {
    pricing: ['τιμές'],
  },
};
