import { forbidden } from '../../errors.ts';

/**
 * What each plan allows. Plans are part of the product, not of the data: an account's events name one by its id.
 */
export const planIds = ['free', 'pro', 'business', 'unlimited'] as const;
export type PlanId = (typeof planIds)[number];

export interface PlanTerms {
  id: PlanId;
  name: string;
  /** Generations, refreshes and restyles a calendar month (UTC); null: no limit. */
  monthlyDemos: number | null;
  monthlyUploads: number | null;
  maxDurationSec: number;
  resolution: '720p' | '1080p';
  formats: readonly ('mp4' | 'webm')[];
  watermark: boolean;
  /** US dollars a month. */
  price: number;
}

const common = { maxDurationSec: 30, resolution: '1080p' } as const;

export const plans: Record<PlanId, PlanTerms> = {
  free: {
    ...common,
    id: 'free',
    name: 'Free',
    monthlyDemos: 10,
    monthlyUploads: 20,
    formats: ['mp4'],
    watermark: true,
    price: 0,
  },
  pro: {
    ...common,
    id: 'pro',
    name: 'Pro',
    monthlyDemos: 100,
    monthlyUploads: 500,
    formats: ['mp4', 'webm'],
    watermark: false,
    price: 19,
  },
  business: {
    ...common,
    id: 'business',
    name: 'Business',
    monthlyDemos: 1000,
    monthlyUploads: 5000,
    formats: ['mp4', 'webm'],
    watermark: false,
    price: 99,
  },
  unlimited: {
    ...common,
    id: 'unlimited',
    name: 'Unlimited',
    monthlyDemos: null,
    monthlyUploads: null,
    formats: ['mp4', 'webm'],
    watermark: false,
    price: 0,
  },
};

/** What test mode allows. It is no plan that anybody is on. */
export const testTerms: PlanTerms = { ...plans.unlimited, watermark: true };

/** @throws AppError 403 `format_not_in_plan`. */
export function demandFormat({ formats, name }: PlanTerms, format: 'mp4' | 'webm'): void {
  if (formats.includes(format)) return;
  throw forbidden(
    'format_not_in_plan',
    `\`format\` must be one of ${formats.map((one) => `"${one}"`).join(', ')} on the ${name} plan, but "${format}" came.`,
  );
}

/** The plans that a user may choose. `unlimited` is not among them: whoever runs the service sets it. */
export const listedPlans = [plans.free, plans.pro, plans.business];
