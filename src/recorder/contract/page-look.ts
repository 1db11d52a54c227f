import { z } from 'zod';

const color = z.string().regex(/^#[0-9a-f]{6}$/);

/** What a page looks like when its film begins: from it, a film chooses a stage and a window that belong to the page. */
export const pageLookSchema = z.object({
  /** The colour of most of what is seen of the page at its beginning. */
  ground: color,
  /** Whether the page as a whole is dark. */
  isDark: z.boolean(),
  /** The colours that the page is known by, the strongest first. Empty for a page in black, white and greys. */
  accents: z.array(color).max(6),
});
export type PageLook = z.infer<typeof pageLookSchema>;

/**
 * What a page says of its own colours. The page's own code may have changed what answers, so whoever asks has to check it by this.
 */
export const saidLookSchema = z.object({
  /** The `theme-color` that holds for this screen. */
  theme: color.nullable(),
  /** The page asks for the browser's dark colours. */
  isDarkScheme: z.boolean(),
  /** What buttons, links, marks and signs are drawn in, each with how much it weighs. */
  uses: z.array(z.object({ color, weight: z.number().min(0).max(100) })).max(2_000),
  /** Where the page's logo is on the screen, in CSS pixels. */
  logos: z
    .array(
      z.object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() }),
    )
    .max(6),
  /** The address of the page's web manifest. */
  manifest: z.string().max(8_000).nullable(),
  /** Addresses of the page's icons, the best first. */
  icons: z.array(z.string().max(20_000)).max(2),
});
export type SaidLook = z.infer<typeof saidLookSchema>;

/** A page of which nothing is known. */
export const plainLook: PageLook = { ground: '#ffffff', isDark: false, accents: [] };
