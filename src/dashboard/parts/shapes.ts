import type { CSSProperties } from 'react';

/** The shapes of a film, width to height, and what people use them for. */
export const shapes = {
  '16:9': 'Wide 16:9',
  '9:16': 'Tall 9:16',
  '1:1': 'Square 1:1',
  '4:5': 'Portrait 4:5',
} as const;
export type Shape = keyof typeof shapes;
export const usualShape: Shape = '16:9';
export const shapeNames = Object.keys(shapes) as Shape[];

export const ratioOf = (shape: Shape): number => {
  const [across, down] = shape.split(':').map(Number) as [number, number];
  return across / down;
};

/** Tells the style sheets a ratio. */
export const withRatio = (ratio: number): CSSProperties => ({ '--ratio': ratio }) as CSSProperties;

/** The ratio of a film, also of one that was uploaded. */
export const filmRatio = ({ width, height }: { width: number | null; height: number | null }): number =>
  width && height ? width / height : ratioOf(usualShape);
