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

/** A page of which nothing is known. */
export const plainLook: PageLook = { ground: '#ffffff', isDark: false, accents: [] };
