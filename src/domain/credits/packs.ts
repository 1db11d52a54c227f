import { z } from 'zod';

/** What credits cost, in US dollars. */
export const packIds = ['5', '20', '50', '100'] as const;
export type PackId = (typeof packIds)[number];

const offers = [
  { id: '5', credits: 5, price: 5 },
  { id: '20', credits: 20, price: 18, popular: true },
  { id: '50', credits: 50, price: 40 },
  { id: '100', credits: 100, price: 70 },
] as const;

const dearest = offers[0].price / offers[0].credits;

export const packs = offers.map((offer) => {
  const perCredit = offer.price / offer.credits;
  return {
    ...offer,
    perCredit,
    /** Per cent against the smallest pack. */
    savings: Math.round((1 - perCredit / dearest) * 100),
    label: `${offer.credits} credits`,
  };
});

/** A pack as its events keep it. */
export function termsOfPack(packId: PackId): { packId: PackId; credits: number; priceCents: number } {
  const { credits, price } = packs.find(({ id }) => id === packId)!;
  return { packId, credits, priceCents: Math.round(price * 100) };
}

export const packSchema = z
  .object({
    id: z.enum(packIds),
    credits: z.number(),
    price: z.number().describe('In US dollars'),
    perCredit: z.number().describe('In US dollars'),
    savings: z.number().describe('How much cheaper a credit is than in the smallest pack, in per cent'),
    label: z.string(),
    popular: z.boolean().optional(),
  })
  .meta({ id: 'Pack', examples: [{ ...packs[1] }] });

export const packListSchema = z.array(packSchema).meta({ examples: [packs] });
