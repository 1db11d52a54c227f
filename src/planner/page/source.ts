import { textInPage } from '../../text.ts';
import type { PageWords } from '../language/language.ts';
import { anyOf } from '../language/patterns.ts';
import { Controls } from './controls.ts';
import { Dom } from './dom.ts';
import { Effects } from './effects.ts';
import { Facts } from './facts.ts';
import { Fields } from './fields.ts';
import { Frames } from './frames.ts';
import { Names } from './names.ts';
import { Openers } from './openers.ts';
import { Passages } from './passages.ts';
import { Reader, type ReaderWords } from './reader.ts';
import { Sections } from './sections.ts';
import { Selectors } from './selectors.ts';

const classes = {
  Dom,
  Names,
  Sections,
  Facts,
  Fields,
  Effects,
  Controls,
  Frames,
  Openers,
  Passages,
  Selectors,
  Reader,
};
const said = (list: keyof PageWords) => new RegExp(anyOf('page', list), 'iu');
const words: ReaderWords = { overlay: said('overlay'), favourite: said('favourite') };

/**
 * The source that makes the reader in a page's isolated world. The classes go there as text, so each can use only what it is
 * given.
 */
export const readerSource = `(() => { ${textInPage}
${Object.entries(classes)
  .map(([name, code]) => `const ${name} = (${String(code)});`)
  .join('\n')}
  return new Reader(
    { shorten, Dom, Names, Sections, Facts, Fields, Effects, Controls, Frames, Openers, Passages, Selectors },
    { overlay: ${words.overlay}, favourite: ${words.favourite} },
  ); })()`;
