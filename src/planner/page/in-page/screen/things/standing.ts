import type { ThingKind } from '../../../screen.ts';
import type { Dom } from '../../document/dom.ts';
import type { Kinds } from '../kinds/kinds.ts';
import type { Modal } from '../sight.ts';
import type { Drawn } from '../signs/drawing.ts';
import type { Evidence } from '../signs/evidence.ts';
import type { Wording } from '../signs/wording.ts';
import type { Content } from './content.ts';

interface StandingParts {
  dom: Dom;
  kinds: Kinds;
  evidence: Evidence;
  wording: Wording;
  content: Content;
}

/** What a part of the screen is by itself: by what its author calls it, or by how it lies above the rest. */
export class Standing {
  private readonly parts: StandingParts;

  constructor(parts: StandingParts) {
    this.parts = parts;
  }

  /** Null for what only its content may make a thing. */
  of(drawn: Drawn, modal: Modal | null): ThingKind | null {
    const stated = this.stated(drawn, modal);
    return stated === null || drawn.element.tagName === 'ASIDE'
      ? (this.sideBar(drawn) ?? stated ?? this.floating(drawn))
      : stated;
  }

  /** A column of presses at the side where lines begin leads through the application, also where its author has no `nav` for it. */
  private sideBar(drawn: Drawn): ThingKind | null {
    const { element, parent } = drawn;
    const isCalled = /(^|[\s_-])side-?(bar|nav|menu)(?![a-z])/i;
    const isBar = (one: Element) =>
      one.tagName === 'ASIDE' || isCalled.test(`${one.getAttribute('class') ?? ''} ${one.id}`);
    if (!isBar(element) || !drawn.isShown || !this.isWholeSide(drawn)) return null;
    if ((parent && isBar(parent.element)) || element.querySelector('nav, [role="navigation"]')) return null;
    const presses = this.parts.content.pressesIn(drawn);
    // Messages and records are listed at that side as well. They have several lines, or say more.
    const entries = presses.filter((one) => one.box.height <= 52 && this.isShort(this.parts.wording.of(one)));
    const fields = presses.filter((one) => this.parts.kinds.isField(one)).length;
    return entries.length >= 3 && fields <= 1 && entries.length >= 0.6 * presses.length ? 'navigation' : null;
  }

  private isShort(words: string): boolean {
    return /\p{L}/u.test(words) && words.length <= 32;
  }

  private stated(drawn: Drawn, modal: Modal | null): ThingKind | null {
    const { element } = drawn;
    if (drawn === modal?.box && !modal.isPlain) return 'dialog';
    const roles: Record<string, ThingKind> = {
      dialog: 'dialog',
      alertdialog: 'dialog',
      menu: 'menu',
      listbox: 'menu',
      navigation: 'navigation',
      tablist: 'tabs',
      form: 'form',
      table: 'table',
      grid: 'table',
      treegrid: 'table',
      list: 'list',
      tree: 'list',
      feed: 'list',
      group: 'group',
      radiogroup: 'group',
      toolbar: 'group',
      region: 'panel',
      tabpanel: 'panel',
      row: 'row',
    };
    const tags: Record<string, ThingKind> = {
      DIALOG: 'dialog',
      NAV: 'navigation',
      FORM: 'form',
      TABLE: 'table',
      FIELDSET: 'group',
      ARTICLE: 'card',
      ASIDE: 'panel',
      SECTION: 'panel',
    };
    const isHead = (one: Element) => one.querySelector('td, [role="cell"], [role="gridcell"]') === null;
    if (element.tagName === 'TR' || element.getAttribute('role') === 'row')
      return isHead(element) ? null : 'row';
    const kind = roles[this.parts.evidence.role(element) ?? ''] ?? tags[element.tagName] ?? null;
    // The closed box of a list that opens is a control, whatever its author calls it.
    const isClosedList =
      kind === 'menu' &&
      this.parts.evidence.isPressable(drawn) &&
      this.parts.content.pressesIn(drawn).length === 0;
    return isClosedList ? null : kind;
  }

  /** A pop-up lies above the rest. One that consists of presses is a menu, another one a panel. */
  private floating(drawn: Drawn): ThingKind | null {
    const { style, box, element } = drawn;
    if (!/^(absolute|fixed)$/.test(style.position) || !drawn.isShown || drawn.needsHover) return null;
    if (
      box.width < 60 ||
      box.height < 24 ||
      box.width * box.height > 0.7 * this.parts.dom.viewport.width * this.parts.dom.viewport.height
    )
      return null;
    const isCalled =
      /(menu|dropdown|popover|popup|options|listbox|flyout|suggest|autocomplete|results|picker|panel|drawer|sheet|toast|snackbar|notification)/i;
    const isRaised = style.boxShadow !== 'none' || Number(style.zIndex) >= 10;
    if (!isRaised && !isCalled.test(element.getAttribute('class') ?? '')) return null;
    const presses = this.parts.content.pressesIn(drawn);
    const fields = presses.filter((one) => this.parts.kinds.isField(one)).length;
    const worded = presses.filter((one) => this.parts.wording.hasLetters(one)).length;
    if (worded >= 2 && fields <= 1 && worded >= 0.6 * presses.length && !this.isDetails(drawn, presses))
      return fields === 0 && this.isWholeSide(drawn) ? 'navigation' : 'menu';
    return presses.length > 0 || this.parts.wording.hasLetters(drawn) ? 'panel' : null;
  }

  /** What has tabs of its own, or fills the window from top to bottom with texts beside what is pressed, tells of something and is no menu. */
  private isDetails(drawn: Drawn, presses: Drawn[]): boolean {
    const isTall = drawn.box.height >= 0.95 * this.parts.dom.viewport.height && !this.isWholeSide(drawn);
    const hasTabs = presses.filter((one) => this.parts.kinds.of(one) === 'tab').length > 1;
    return hasTabs || (isTall && this.parts.content.blocksIn(drawn) > 4);
  }

  /**
   * A drawer that always stands open takes the side of the window where lines begin, from top to bottom. A menu hangs where it was opened, and
   * details open on the other side.
   */
  private isWholeSide({ box: { x, y, width, height } }: Drawn): boolean {
    const { viewport } = this.parts.dom;
    const isAtSide =
      getComputedStyle(document.documentElement).direction === 'rtl'
        ? x + width >= viewport.width - 4
        : x <= 4;
    return isAtSide && y <= 80 && y + height >= 0.95 * viewport.height && width <= 0.35 * viewport.width;
  }
}
