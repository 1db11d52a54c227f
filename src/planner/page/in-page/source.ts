import { textInPage } from '../../../text.ts';
import { iconShapes, iconWords } from '../../language/icons.ts';
import type { PageWords } from '../../language/language.ts';
import { anyOf } from '../../language/patterns.ts';
import { Controls } from './document/controls.ts';
import { Dom } from './document/dom.ts';
import { Effects } from './document/effects.ts';
import { Facts } from './document/facts.ts';
import { Fields } from './document/fields.ts';
import { Frames } from './document/frames.ts';
import { Names } from './document/names.ts';
import { Openers } from './document/openers.ts';
import { Passages } from './document/passages.ts';
import { Sections } from './document/sections.ts';
import { Selectors } from './document/selectors.ts';
import { Reader, type ReaderWords } from './reader.ts';
import { Arrows } from './screen/arrows.ts';
import { Captions } from './screen/captions.ts';
import { Cells } from './screen/cells.ts';
import { Content } from './screen/content.ts';
import { Docked } from './screen/docked.ts';
import { Drawing } from './screen/drawing.ts';
import { Evidence } from './screen/evidence.ts';
import { Figures } from './screen/figures.ts';
import { Groups } from './screen/groups.ts';
import { Headings } from './screen/headings.ts';
import { Icons } from './screen/icons.ts';
import { ItemReader } from './screen/item-reader.ts';
import { Kinds } from './screen/kinds.ts';
import { Lists } from './screen/lists.ts';
import { Marks } from './screen/marks.ts';
import { Owners } from './screen/owners.ts';
import { Perception } from './screen/perception.ts';
import { Rows } from './screen/rows.ts';
import { Sight } from './screen/sight.ts';
import { Stylesheets } from './screen/stylesheets.ts';
import { TextsAround } from './screen/texts-around.ts';
import { Things } from './screen/things.ts';
import { ValueNames } from './screen/value-names.ts';
import { Wording } from './screen/wording.ts';

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
  Cells,
  Drawing,
  Evidence,
  Figures,
  Headings,
  Icons,
  Arrows,
  Kinds,
  Lists,
  Marks,
  Perception,
  Content,
  Rows,
  Docked,
  Groups,
  Owners,
  ItemReader,
  Sight,
  Stylesheets,
  TextsAround,
  Things,
  ValueNames,
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
