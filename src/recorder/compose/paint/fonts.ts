import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';

/**
 * Title bar, captions and watermark are set in Inter, which comes from npm, so that a film looks the same on every machine.
 * Glyphs that Inter lacks (CJK, Arabic, Devanagari, emoji) come from the system's fonts. Skia asks fontconfig for those glyph by
 * glyph, so the names here only decide which family is tried first.
 */
const family =
  'Inter, "Noto Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC Thin", "Noto Sans JP Thin", "Noto Sans KR Thin", "Noto Sans Arabic", "Noto Sans Devanagari", "Noto Color Emoji", "DejaVu Sans", sans-serif';
const monospace = '"Noto Sans Mono", "DejaVu Sans Mono", monospace';

// Fontconfig misses fonts that were installed after start-up or lie outside its folders, as in slim container images. These are
// read then.
const folders = ['/usr/share/fonts', '/usr/local/share/fonts'];
// `scripts/setup` puts fonts here on a machine where none may be installed.
const ownFolder = fileURLToPath(new URL('../../../../.tools/fonts', import.meta.url));

let registered = false;

/** Registers Inter and further fonts with the canvas. Only the first call in a thread does anything. */
export function registerFonts(): void {
  if (registered) return;
  registered = true;
  const { resolve } = createRequire(import.meta.url);
  for (const weight of [500, 600]) {
    GlobalFonts.registerFromPath(
      resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`),
      'Inter',
    );
  }
  if (existsSync(ownFolder)) GlobalFonts.loadFontsFromDir(ownFolder);
  else if (GlobalFonts.families.length > 1) return;
  for (const folder of folders) if (existsSync(folder)) GlobalFonts.loadFontsFromDir(folder);
}

/** A font for `context.font`. */
export const font = (weight: 500 | 600, sizePx: number) => `${weight} ${sizePx}px ${family}`;
export const monospaceFont = (sizePx: number) => `${sizePx}px ${monospace}`;
