import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `scripts/setup` puts fonts here on a machine that has none and where none may be installed. */
const ownFonts = fileURLToPath(new URL('../../../../.tools/fonts', import.meta.url));

/** Environment variables that make the browser use the fonts in `folder`. Empty where the folder has none. */
export function fontEnvironment(folder = ownFonts): Record<string, string> {
  const configuration = `${folder}/fonts.conf`;
  return existsSync(configuration) ? { FONTCONFIG_FILE: configuration } : {};
}
