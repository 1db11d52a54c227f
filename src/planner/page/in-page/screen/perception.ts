import type { RawScreen, Thing } from '../../screen.ts';
import type { Box } from '../../view.ts';
import type { Dom } from '../document/dom.ts';
import type { Fields } from '../document/fields.ts';
import type { Names } from '../document/names.ts';
import type { ItemReader } from './item-reader.ts';
import type { Arrows } from './kinds/arrows.ts';
import type { Cells } from './kinds/cells.ts';
import type { Kinds } from './kinds/kinds.ts';
import type { Lists } from './kinds/lists.ts';
import type { Captions } from './names/captions.ts';
import type { Headings } from './names/headings.ts';
import type { TextsAround } from './names/texts-around.ts';
import type { ValueNames } from './names/value-names.ts';
import type { Modal, Sight } from './sight.ts';
import type { Angles } from './signs/angles.ts';
import type { Drawing, Drawn } from './signs/drawing.ts';
import type { Evidence } from './signs/evidence.ts';
import type { Figures } from './signs/figures.ts';
import type { Icons, IconWords } from './signs/icons.ts';
import type { Marks } from './signs/marks.ts';
import type { Stylesheets } from './signs/stylesheets.ts';
import type { Unfolded } from './signs/unfolded.ts';
import type { Wording } from './signs/wording.ts';
import type { Content } from './things/content.ts';
import type { Docked } from './things/docked.ts';
import type { Editors } from './things/editors.ts';
import type { Groups } from './things/groups.ts';
import type { Owners } from './things/owners.ts';
import type { Rows } from './things/rows.ts';
import type { Standing } from './things/standing.ts';
import type { FoundThing, Things } from './things/things.ts';

/** The classes of which a perception is made. */
export interface PerceptionParts {
  Stylesheets: typeof Stylesheets;
  Drawing: typeof Drawing;
  Sight: typeof Sight;
  Icons: typeof Icons;
  Figures: typeof Figures;
  Unfolded: typeof Unfolded;
  Wording: typeof Wording;
  Evidence: typeof Evidence;
  Content: typeof Content;
  Marks: typeof Marks;
  Lists: typeof Lists;
  Angles: typeof Angles;
  Arrows: typeof Arrows;
  Kinds: typeof Kinds;
  Cells: typeof Cells;
  TextsAround: typeof TextsAround;
  Captions: typeof Captions;
  ValueNames: typeof ValueNames;
  Headings: typeof Headings;
  Rows: typeof Rows;
  Docked: typeof Docked;
  Editors: typeof Editors;
  Standing: typeof Standing;
  Groups: typeof Groups;
  Things: typeof Things;
  Owners: typeof Owners;
  ItemReader: typeof ItemReader;
}

/** What the reader of pages brings. */
export interface PerceptionTools {
  dom: Dom;
  names: Names;
  fields: Fields;
  icons: IconWords;
  idOf: (element: Element) => number;
  /** What listens for presses, and whether only for double ones. */
  listening: WeakMap<Element, boolean>;
}

/** Reads the screen as a person sees it: the things on it, what can be pressed or filled in, and the texts. */
export class Perception {
  static readonly mostItems = 600;
  static readonly mostTexts = 400;
  static readonly mostOfView = 0.6;
  private readonly tools: PerceptionTools;
  private readonly drawing: Drawing;
  private readonly sight: Sight;
  private readonly wording: Wording;
  private readonly evidence: Evidence;
  private readonly content: Content;
  private readonly marks: Marks;
  private readonly owners: Owners;
  private readonly items: ItemReader;
  private readonly modal: Modal | null;

  constructor(parts: PerceptionParts, tools: PerceptionTools) {
    const { dom, names } = tools;
    const sheets = new parts.Stylesheets();
    const drawing = new parts.Drawing(dom, sheets);
    const sight = new parts.Sight(dom, drawing);
    const icons = new parts.Icons(tools.icons, new parts.Figures());
    const unfolded = new parts.Unfolded();
    const wording = new parts.Wording(dom, icons, unfolded);
    const evidence = new parts.Evidence({ dom, icons, sheets, unfolded }, tools.listening);
    const content = new parts.Content(evidence, wording);
    const marks = new parts.Marks(dom);
    const angles = new parts.Angles(icons);
    const lists = new parts.Lists({ dom, icons, angles, wording });
    const headings = new parts.Headings(dom, drawing, evidence, wording);
    const kinds = new parts.Kinds({ evidence, icons, wording, marks, lists });
    const cells = new parts.Cells(dom, wording, icons);
    const textsAround = new parts.TextsAround(dom, wording, evidence);
    const captions = new parts.Captions({
      dom,
      drawing,
      names,
      wording,
      marks,
      kinds,
      cells,
      textsAround,
    });
    const valueNames = new parts.ValueNames({ dom, wording, icons, cells, captions, textsAround });
    const shared = { dom, drawing, evidence, icons, wording, content, marks, kinds, headings };
    const rows = new parts.Rows(shared);
    const groups = new parts.Groups(shared);
    const docked = new parts.Docked(dom, evidence, wording, content);
    const editors = new parts.Editors({ dom, content, kinds, wording });
    const standing = new parts.Standing(shared);
    this.tools = tools;
    this.drawing = drawing;
    this.sight = sight;
    this.wording = wording;
    this.evidence = evidence;
    this.content = content;
    this.marks = marks;
    this.modal = sight.modal();
    const things = new parts.Things(
      { ...shared, rows, groups, docked, editors, standing },
      this.modal,
    ).find();
    const page: FoundThing = { kind: 'page', drawn: drawing.root, name: document.title.trim() };
    this.owners = new parts.Owners([page, ...things.filter(({ drawn }) => this.isUsable(drawn))]);
    const { owners } = this;
    this.items = new parts.ItemReader({
      ...tools,
      ...shared,
      icons,
      lists,
      arrows: new parts.Arrows({ evidence, angles, icons, marks, lists, wording }),
      captions,
      valueNames,
      cells,
      sight,
      owners,
    });
  }

  read(): Omit<RawScreen, 'frames' | 'idsFrom'> {
    const { dom } = this.tools;
    const usable = this.drawing.all.filter((drawn) => this.isUsable(drawn));
    const presses = new Set(usable.filter((drawn) => drawn.isShown && this.isItem(drawn)));
    const others = usable.filter((drawn) => !presses.has(drawn));
    const texts = others.filter((drawn) => this.isText(drawn, (inner) => presses.has(inner)));
    const kept = [
      ...this.first([...presses], Perception.mostItems - 100),
      ...this.first(texts, Perception.mostTexts),
    ];
    const chosen = new Set(this.first(kept, Perception.mostItems));
    return {
      url: location.href,
      title: dom.shorten(document.title.trim(), 300),
      viewport: { width: dom.viewport.width, height: dom.viewport.height },
      scroll: { x: dom.viewport.x, y: dom.viewport.y },
      grounds: this.grounds(),
      things: this.owners.found.map((thing) => this.thing(thing)),
      items: this.drawing.all
        .filter((drawn) => chosen.has(drawn))
        .map((drawn) => this.items.of(drawn, presses.has(drawn))),
    };
  }

  /** The backgrounds of the root and of what covers most of the view. */
  private grounds(): string[] {
    const { dom } = this.tools;
    const whole = dom.viewport.width * dom.viewport.height;
    const large = this.drawing.all.filter(({ inView: view }) => {
      const area = view ? (view.right - view.left) * (view.bottom - view.top) : 0;
      return area > Perception.mostOfView * whole;
    });
    const grounds = [document.documentElement, document.body, ...large.map(({ element }) => element)];
    return grounds
      .map((element) => dom.style(element).backgroundColor)
      .filter((colour) => !/^rgba/.test(colour));
  }

  /** What is in view comes before what has to be scrolled to. */
  private first(all: Drawn[], most: number): Drawn[] {
    if (all.length <= most) return all;
    return [...all.filter(({ inView }) => inView), ...all.filter(({ inView }) => !inView)].slice(0, most);
  }

  /** What a modal box keeps from being used is left out. What lies above that box, such as a toast, is not. */
  private isUsable(drawn: Drawn): boolean {
    if (!this.modal) return true;
    const { sheet, box } = this.modal;
    if (box.element.contains(drawn.element) || sheet.contains(drawn.element)) return true;
    const isSmall = drawn.box.width < 0.9 * this.tools.dom.viewport.width;
    return drawn.inView !== null && drawn.isShown && isSmall && !this.sight.isCovered(drawn);
  }

  /** A press that only frames another one, such as the drawn box around a field, is that one. */
  private isItem(drawn: Drawn): boolean {
    if (!this.evidence.isPressable(drawn)) return false;
    if (this.evidence.isNative(drawn)) return true;
    const [inner, ...more] = this.content.pressesIn(drawn);
    if (!inner || more.length > 0 || !this.evidence.isNative(inner)) return true;
    return this.wording.of(drawn) !== this.wording.of(inner);
  }

  /** Texts in buttons are their names. Texts in rows that are pressed as a whole are still worth reading. */
  private isText(drawn: Drawn, isApart: (inner: Drawn) => boolean): boolean {
    if (!this.wording.isBlock(drawn, isApart)) return false;
    for (let at = drawn.parent; at; at = at.parent) if (isApart(at)) return this.items.kindOf(at) === 'body';
    return true;
  }

  private thing(found: FoundThing): Thing {
    const { kind, drawn, name, also = [], below } = found;
    const { dom, idOf } = this.tools;
    return {
      id: idOf(drawn.element),
      kind,
      name: dom.shorten(name, 160),
      also,
      text: this.wording.of(drawn),
      parent: this.owners.parentOf(found),
      box: below ? this.around([drawn, ...below]) : drawn.box,
      isModal: drawn === this.modal?.box,
      isSelected: /^(row|card)$/.test(kind) && this.isPresent(drawn),
    };
  }

  /** Where all of a list are marked, as active for example, the mark says what they are, and not that one is selected. */
  private isPresent(drawn: Drawn): boolean {
    const isPressable = this.evidence.isPressable(drawn);
    if (!this.marks.isSelected(drawn, isPressable)) return false;
    const others = this.marks.alike(drawn).filter((one) => one !== drawn);
    return isPressable || others.some((one) => !this.marks.isSelected(one, false));
  }

  private around(all: Drawn[]): Box {
    const x = Math.min(...all.map(({ box }) => box.x));
    const y = Math.min(...all.map(({ box }) => box.y));
    const right = Math.max(...all.map(({ box }) => box.x + box.width));
    const bottom = Math.max(...all.map(({ box }) => box.y + box.height));
    return { x, y, width: right - x, height: bottom - y };
  }
}
