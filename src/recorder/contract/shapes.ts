import { type Viewport, type ViewportName, viewports } from './take-frame.ts';

/** The shapes of a film: its width to its height. */
export const aspects = ['16:9', '9:16', '1:1', '4:5'] as const;
export type Aspect = (typeof aspects)[number];
export const usualAspect: Aspect = '16:9';

/** The shorter side of a film, in pixels. */
export const resolutions = ['720p', '1080p'] as const;
export type Resolution = (typeof resolutions)[number];

export interface Size {
  width: number;
  height: number;
}

/** Pixels of a film. They are even, as encoders want them. */
export function filmSize(aspect: Aspect, resolution: Resolution): Size {
  const [across, down] = aspect.split(':').map(Number) as [number, number];
  const each = Number.parseInt(resolution, 10) / Math.min(across, down);
  return { width: across * each, height: down * each };
}

/**
 * The window of a page on a desktop, in CSS pixels. With the usual padding it fills a film of its shape, and captions stand below it.
 * From 1024 pixels on, most pages show all that they have for a desktop; the narrow window is laid out like a large phone's.
 */
const desktops = {
  '16:9': viewports.desktop,
  '9:16': { width: 560, height: 956, isMobile: false },
  '1:1': { width: 1040, height: 864, isMobile: false },
  '4:5': { width: 1040, height: 1158, isMobile: false },
} as const satisfies Record<Aspect, Viewport>;

/** The size of a page. A phone and a tablet have theirs in films of every shape. */
export const viewportFor = (name: ViewportName, aspect: Aspect): Viewport =>
  name === 'desktop' ? desktops[aspect] : viewports[name];

/** Which screen has this size, and for which shape it was chosen; null where none has it. A device was chosen for no shape. */
export function screenOf({ width, height }: Size): { viewport: ViewportName; aspect: Aspect | null } | null {
  const is = (one: Size) => one.width === width && one.height === height;
  const aspect = aspects.find((one) => is(desktops[one]));
  if (aspect) return { viewport: 'desktop', aspect };
  const device = (['tablet', 'mobile'] as const).find((name) => is(viewports[name]));
  return device ? { viewport: device, aspect: null } : null;
}
