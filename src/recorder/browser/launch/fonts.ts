import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where `scripts/setup` puts fonts on a machine that has none and where none may be installed. */
const ownFonts = fileURLToPath(new URL('../../../.tools/fonts', import.meta.url));

/** What the browser must find in its environment to use the fonts in `folder`; nothing where there are none. */
export function fontEnvironment(folder = ownFonts): Record<string, string> {
  const configuration = `${folder}/fonts.conf`;
  return existsSync(configuration) ? { FONTCONFIG_FILE: configuration } : {};
}
