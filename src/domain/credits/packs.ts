import { z } from 'zod';

/** What credits cost, in US dollars. */
export const packIds = ['5', '20', '50', '100'] as const;

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

export const packSchema = z.object({
  id: z.enum(packIds),
  credits: z.number(),
  price: z.number(),
  perCredit: z.number(),
  savings: z.number(),
  label: z.string(),
  popular: z.boolean().optional(),
});

export const topoffSchema = z.object({ enabled: z.boolean(), packId: z.enum(packIds) });
/** Nobody's credits are bought automatically until they ask for it. */
export const topoffUntilSet: z.infer<typeof topoffSchema> = { enabled: false, packId: '20' };
