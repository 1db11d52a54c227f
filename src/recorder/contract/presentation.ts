import { z } from 'zod';
import type { Backdrop } from './backdrops.ts';
import { cameraMoveMs, windowAnimationMs } from './timing.ts';

export const templateIds = [
  'cinematic',
  'guided-tour',
  'plain-scroll',
  'section-focus',
  'hero-spotlight',
  'feature-sweep',
  'conversion-flow',
  'pricing-focus',
  'proof-scroll',
] as const;
export type TemplateId = (typeof templateIds)[number];

const autoSelection = z.strictObject({
  selectedId: z.enum(templateIds),
  sectionHint: z.string().min(1).max(120).optional(),
  confidence: z.number().min(0).max(1),
  reason: z.string().min(1).max(500),
  source: z.enum(['heuristic', 'ai', 'fallback']),
  signals: z.array(z.string().min(1).max(240)).max(8).optional(),
});
export type AutoSelection = z.infer<typeof autoSelection>;

/**
 * What a film shows around the take, and how: the stage's background, window frame, camera, cursor, clicks and fades. Every object is
 * strict: an unknown member is an error that names its path.
 */
export const presentationSchema = z
  .strictObject({
    background: z
      .union([
        z.string(),
        z.strictObject({ from: z.string(), to: z.string(), angle: z.number().optional() }),
        z.strictObject({ imageUrl: z.url().max(2048) }),
      ])
      .optional()
      .meta({
        description:
          '`brand`, a stage of the colours of the filmed page itself; a preset; a CSS colour or `linear-gradient`; two colours; or a picture. Default: `brand`',
      }),
    mockup: z.enum(['macos-light', 'macos-dark', 'minimal', 'none']).optional().meta({
      description: 'The window around the page. Where it is not named, it is light or dark as the page is',
    }),
    zoom: z
      .strictObject({
        enabled: z.boolean(),
        intensity: z.number().min(1).max(3).optional(),
        transitionMs: z.number().min(100).max(2000).optional(),
      })
      .optional(),
    padding: z.number().min(0).max(0.3).optional(),
    cursor: z
      .strictObject({
        style: z.enum(['dot', 'arrow', 'crosshair', 'circle', 'none']).optional(),
        color: z.string().max(50).optional(),
        size: z.number().min(8).max(64).optional(),
      })
      .optional(),
    clickEffect: z
      .strictObject({
        style: z.enum(['pulse', 'ripple', 'glow', 'none']).optional(),
        color: z.string().max(50).optional(),
        scale: z.number().min(0.2).max(3).optional(),
      })
      .optional(),
    fade: z
      .strictObject({
        inMs: z.number().min(0).max(3000).optional(),
        outMs: z.number().min(0).max(3000).optional(),
        color: z.enum(['black', 'white']).optional(),
      })
      .optional(),
    windowAnimation: z
      .strictObject({
        intro: z.boolean().optional(),
        outro: z.boolean().optional(),
        introDurationMs: z.number().min(200).max(2000).optional(),
        outroDurationMs: z.number().min(200).max(2000).optional(),
      })
      .optional(),
    recordingTemplate: z
      .strictObject({
        id: z.enum(['auto', ...templateIds]),
        sectionHint: z.string().min(1).max(120).optional(),
        effectiveId: z.enum(templateIds).optional(),
        autoSelection: autoSelection.optional(),
      })
      .optional(),
    debugHud: z.boolean().optional(),
  })
  .meta({
    id: 'Presentation',
    examples: [
      {
        background: { from: '#1b1f3b', to: '#53389e', angle: 135 },
        mockup: 'macos-dark',
        zoom: { enabled: true, intensity: 1.6 },
        padding: 0.08,
        recordingTemplate: { id: 'pricing-focus' },
      },
    ],
  });
export type Presentation = z.infer<typeof presentationSchema>;

/** A presentation with all defaults filled in. Lengths are output pixels at 1080p, times are ms. */
export interface ResolvedPresentation {
  /** `brand`: of the page's own colours. */
  background: string | { from: string; to: string; angle: number } | { imageUrl: string };
  /** `macos`: light or dark, as the page is. */
  mockup: 'macos' | 'macos-light' | 'macos-dark' | 'minimal' | 'none';
  zoom: { enabled: boolean; intensity: number; transitionMs: number };
  /** The fraction of the stage's shorter side that at least stays free on each side of the window. */
  padding: number;
  /** Without a style, none was asked for. A mouse then has an arrow, and a finger shows its mark only where it touches. */
  cursor: {
    style?: 'dot' | 'arrow' | 'crosshair' | 'circle' | 'none' | undefined;
    color: string;
    size: number;
  };
  clickEffect: { style: 'pulse' | 'ripple' | 'glow' | 'none'; color: string; scale: number };
  fade: { inMs: number; outMs: number; color: 'black' | 'white' };
  windowAnimation: { intro: boolean; outro: boolean; introDurationMs: number; outroDurationMs: number };
  debugHud: boolean;
}

/** A presentation as it is drawn: what was left to the page is settled (`dressedFor`). */
export type DressedPresentation = Omit<ResolvedPresentation, 'background'> & {
  background: ResolvedPresentation['background'] | Backdrop;
};

/** The zoom intensity of a film where nobody sets it. The `zoom` of a script's camera steps is meant for this intensity. */
export const usualIntensity = 1.6;

/** Fills in the defaults. They give a film with a finished look rather than a bare capture. */
export function resolvePresentation(given: Presentation | null | undefined): ResolvedPresentation {
  const { background } = given ?? {};
  return {
    background:
      typeof background === 'object' && 'from' in background
        ? { from: background.from, to: background.to, angle: background.angle ?? 135 }
        : (background ?? 'brand'),
    mockup: given?.mockup ?? 'macos',
    zoom: {
      enabled: given?.zoom?.enabled ?? true,
      intensity: given?.zoom?.intensity ?? usualIntensity,
      transitionMs: given?.zoom?.transitionMs ?? cameraMoveMs,
    },
    padding: given?.padding ?? 0.08,
    cursor: {
      ...(given?.cursor?.style && { style: given.cursor.style }),
      color: given?.cursor?.color ?? '#111111',
      size: given?.cursor?.size ?? 28,
    },
    clickEffect: {
      style: given?.clickEffect?.style ?? 'pulse',
      color: given?.clickEffect?.color ?? '#6366f1',
      scale: given?.clickEffect?.scale ?? 1,
    },
    fade: {
      inMs: given?.fade?.inMs ?? 400,
      outMs: given?.fade?.outMs ?? 400,
      color: given?.fade?.color ?? 'black',
    },
    windowAnimation: {
      intro: given?.windowAnimation?.intro ?? true,
      outro: given?.windowAnimation?.outro ?? true,
      introDurationMs: given?.windowAnimation?.introDurationMs ?? windowAnimationMs,
      outroDurationMs: given?.windowAnimation?.outroDurationMs ?? windowAnimationMs,
    },
    debugHud: given?.debugHud ?? false,
  };
}
