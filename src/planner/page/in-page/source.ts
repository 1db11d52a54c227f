import { textInPage } from '../../../text.ts';
import { iconShapes, iconWords } from '../../language/icons.ts';
import type { PageWords } from '../../language/page-words.ts';
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
import { Hand } from './hand.ts';
import { Reader, type ReaderWords } from './reader.ts';
import { ItemReader } from './screen/item-reader.ts';
import { Arrows } from './screen/kinds/arrows.ts';
import { Cells } from './screen/kinds/cells.ts';
import { Kinds } from './screen/kinds/kinds.ts';
import { Lists } from './screen/kinds/lists.ts';
import { Captions } from './screen/names/captions.ts';
import { Headings } from './screen/names/headings.ts';
import { TextsAround } from './screen/names/texts-around.ts';
import { ValueNames } from './screen/names/value-names.ts';
import { Perception } from './screen/perception.ts';
import { Sight } from './screen/sight.ts';
import { Angles } from './screen/signs/angles.ts';
import { Drawing } from './screen/signs/drawing.ts';
import { Evidence } from './screen/signs/evidence.ts';
import { Figures } from './screen/signs/figures.ts';
import { Icons } from './screen/signs/icons.ts';
import { Marks } from './screen/signs/marks.ts';
import { Stylesheets } from './screen/signs/stylesheets.ts';
import { Unfolded } from './screen/signs/unfolded.ts';
import { Wording } from './screen/signs/wording.ts';
import { Content } from './screen/things/content.ts';
import { Docked } from './screen/things/docked.ts';
import { Editors } from './screen/things/editors.ts';
import { Groups } from './screen/things/groups.ts';
import { Owners } from './screen/things/owners.ts';
import { Rows } from './screen/things/rows.ts';
import { Standing } from './screen/things/standing.ts';
import { Things } from './screen/things/things.ts';

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
  Angles,
  Arrows,
  Kinds,
  Lists,
  Marks,
  Perception,
  Content,
  Rows,
  Docked,
  Editors,
  Groups,
  Owners,
  Standing,
  ItemReader,
  Sight,
  Stylesheets,
  TextsAround,
  Things,
  ValueNames,
  Unfolded,
  Wording,
  Hand,
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
