import type { Backdrop } from './backdrops.ts';
import { contrastOf, fromHex, hueBetween, type Oklch, toHex } from './oklch.ts';
import type { PageLook } from './page-look.ts';

/**
 * A stage of a page's own colours: a soft gradient of its strongest colour, with lights of the colours beside it. It is of middle
 * lightness, so that a light window and a dark one both stand off from it.
 */
export function brandBackdrop(look: PageLook): Backdrop {
  const [first, ...others] = look.accents.map(fromHex);
  const main = first ? tamed(first) : neutral(look);
  const partner = others.find(({ hue }) => isBeside(main.hue, hue));
  const contrast = others.find(({ hue }) => Math.abs(hueBetween(main.hue, hue)) > mostBeside);
  const turn = partner ? hueBetween(main.hue, partner.hue) : first ? ownTurn(main.hue) : 0;
  const middle = standingOff(look, main);
  const tone = (along: number, chroma = 1): Oklch => {
    const lightness = middle + (0.5 - along) * depth;
    return {
      lightness,
      chroma: main.chroma * chroma,
      // Dark yellows are olive. Painters go towards orange as they go darker.
      hue: main.hue + turn * Math.max(0, along - 0.2) + warmth(main.hue, lightness),
    };
  };
  const light = (along: number, by: number, chroma = 1) => {
    const { lightness, ...color } = tone(along, chroma);
    return toHex({ ...color, lightness: lightness + by });
  };
  return {
    id: 'brand',
    name: 'The page’s colours',
    angle: 135,
    stops: [0, 0.25, 0.5, 0.75, 1].map((along) => toHex(tone(along))),
    glows: [
      { x: 0.08, y: 0, radius: 0.62, color: translucent(light(-0.15, 0.1, 0.9), 0.62) },
      { x: 0.96, y: 1.02, radius: 0.56, color: translucent(light(1.35, 0.02, 1.05), 0.55) },
      ...(contrast
        ? [{ x: 0.94, y: -0.06, radius: 0.44, color: translucent(toHex(besides(contrast, middle)), 0.34) }]
        : []),
    ],
  };
}

/** How much lighter the stage is in one corner than in the other. */
const depth = 0.2;
/** Two hues that are farther apart have greys between them. */
const mostBeside = 75;
const isBeside = (one: number, other: number) => {
  const apart = Math.abs(hueBetween(one, other));
  return apart >= 18 && apart <= mostBeside;
};

/** Where a page has one colour, the hue turns a little: greens towards teal, blues towards violet, warm colours towards red. */
const ownTurn = (hue: number) => (hue > 125 && hue < 310 ? 30 : -30);

/** A brand's colour is made for a button. Over a whole screen it would shout. */
function tamed({ lightness, chroma, hue }: Oklch): Oklch {
  const most = 0.125 + 0.03 * Math.max(0, Math.cos(((hue - 295) * Math.PI) / 180));
  return { lightness, hue, chroma: Math.min(most, chroma * 0.85) };
}

/** A grey with a breath of the page's own ground, or of blue. */
function neutral({ ground }: PageLook): Oklch {
  const { chroma, hue } = fromHex(ground);
  return { lightness: 0.5, chroma: 0.014, hue: chroma > 0.006 ? hue : 265 };
}

function besides({ chroma, hue }: Oklch, lightness: number): Oklch {
  return { lightness: lightness + 0.1, chroma: Math.min(0.12, chroma), hue };
}

/** The middle lightness at which the stage stands off from the window: from the page's ground, and from the window's bar. */
function standingOff({ ground, isDark, accents }: PageLook, main: Oklch): number {
  const usual = accents.length > 0 ? (isDark ? 0.53 : 0.56) : isDark ? 0.5 : 0.42;
  const wished = usual + 0.2 * yellowness(main.hue) * (main.chroma > 0.05 ? 1 : 0);
  const bar = isDark ? '#2e2f33' : '#f2f2f4';
  const worst = (lightness: number) => {
    const middle = toHex({ ...main, lightness });
    return Math.min(contrastOf(middle, ground), contrastOf(middle, bar));
  };
  const steps = Array.from({ length: 16 }, (_, step) => step * 0.02);
  for (const step of steps)
    for (const lightness of [wished - step, wished + step])
      if (lightness > 0.26 && lightness < 0.84 && worst(lightness) >= leastContrast) return lightness;
  return wished;
}

const leastContrast = 1.75;

/** 1 for yellow, 0 for what is no yellow. */
function yellowness(hue: number): number {
  const apart = Math.abs(hueBetween(92, hue));
  return apart >= 45 ? 0 : Math.cos((apart * Math.PI) / 90);
}
const warmth = (hue: number, lightness: number) => -60 * yellowness(hue) * Math.max(0, 0.86 - lightness);

const translucent = (hex: string, alpha: number) =>
  `${hex}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;
