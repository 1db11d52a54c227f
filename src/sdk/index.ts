/**
 * The script that `/sdk.js` serves to the pages of other sites. Only the API imports this room, for the script's text. The
 * script is plain JavaScript for browsers. It knows the address that it was loaded from and nothing else of the service.
 */
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('./sdk.js', import.meta.url), 'utf8');

/**
 * The script without comments, without indentation, and without line ends inside statements: that saves a quarter. This works
 * because no string in the script spans two lines. (A minifier would save more, but it would be a package that runs at every
 * start.)
 */
export const sdkScript = source
  .replace(/^\s*\/\/.*$/gm, '')
  .replace(/^\s+/gm, '')
  .replace(/([;{,([])\n/g, '$1')
  .replace(/\n(?=[)}\]?:.])/g, '')
  .trim();
