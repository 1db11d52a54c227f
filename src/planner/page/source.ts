import { textInPage } from '../../text.ts';
import { iconShapes, iconWords } from '../language/icons.ts';
import type { PageWords } from '../language/language.ts';
import { anyOf } from '../language/patterns.ts';
import { Captions } from './captions.ts';
import { Content } from './content.ts';
import { Controls } from './controls.ts';
import { Dom } from './dom.ts';
import { Drawing } from './drawing.ts';
import { Effects } from './effects.ts';
import { Evidence } from './evidence.ts';
import { Facts } from './facts.ts';
import { Fields } from './fields.ts';
import { Frames } from './frames.ts';
import { Groups } from './groups.ts';
import { Headings } from './headings.ts';
import { Icons } from './icons.ts';
import { ItemReader } from './item-reader.ts';
import { Kinds } from './kinds.ts';
import { Lists } from './lists.ts';
import { Marks } from './marks.ts';
import { Names } from './names.ts';
import { Openers } from './openers.ts';
import { Owners } from './owners.ts';
import { Passages } from './passages.ts';
import { Perception } from './perception.ts';
import { Reader, type ReaderWords } from './reader.ts';
import { Rows } from './rows.ts';
import { Sections } from './sections.ts';
import { Selectors } from './selectors.ts';
import { Sight } from './sight.ts';
import { Stylesheets } from './stylesheets.ts';
import { Things } from './things.ts';
import { Wording } from './wording.ts';

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
  Captions,
  Drawing,
  Evidence,
  Headings,
  Icons,
  Kinds,
  Lists,
  Marks,
  Perception,
  Content,
  Rows,
  Groups,
  Owners,
  ItemReader,
  Sight,
  Stylesheets,
  Things,
  Wording,
  Reader,
};
const said = (list: keyof PageWords) => new RegExp(anyOf('page', list), 'iu');
const words: ReaderWords = {
  overlay: said('overlay'),
  favourite: said('favourite'),
  icons: { words: iconWords, shapes: iconShapes },
};

/**
 * The source that makes the reader in a page's isolated world. The classes go there as text, so each can use only what it is
 * given.
 */
export const readerSource = `(() => { ${textInPage}
${Object.entries(classes)
  .map(([name, code]) => `const ${name} = (${String(code)});`)
  .join('\n')}
  return new Reader(
    { shorten, ${Object.keys(classes).join(', ')} },
    { overlay: ${words.overlay}, favourite: ${words.favourite}, icons: ${JSON.stringify(words.icons)} },
  ); })()`;
