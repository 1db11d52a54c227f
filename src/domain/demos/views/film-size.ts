import { z } from 'zod';
import { type Aspect, filmSize } from '../../../recorder/contract/shapes.ts';

/** What the table of demos knows of a film's size. The pixels are those of an upload. */
export interface FilmColumns {
  resolution: '720p' | '1080p';
  aspect: Aspect | null;
  film_width: number | null;
  film_height: number | null;
}

/** The pixels of a film: of one that is made here, those of its shape. */
export function pixelsOf({ aspect, resolution, film_width, film_height }: FilmColumns) {
  return aspect ? filmSize(aspect, resolution) : { width: film_width, height: film_height };
}

export const pixels = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [example] });
