/**
 * What `/sdk.js` serves: one classic script for the pages of other sites. The API comes in for its text; the script itself
 * is plain JavaScript for browsers and knows the service by its address alone.
 */
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('./sdk.js', import.meta.url), 'utf8');

/**
 * The script without comments, indentation and the ends of lines that are no ends of statements: a quarter of it. (A
 * minifier would save more, and be a package to run at every start.) No string in it goes over a line.
 */
export const sdkScript = source
  .replace(/^\s*\/\/.*$/gm, '')
  .replace(/^\s+/gm, '')
  .replace(/([;{,([])\n/g, '$1')
  .replace(/\n(?=[)}\]?:.])/g, '')
  .trim();
