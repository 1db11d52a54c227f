import type { Box, RawFrame } from './view.ts';

/**
 * What a person sees of an application, as plain data: the things on the screen and the items in them that can be read or operated.
 * Everything in it is visible or can be scrolled to. Lengths are CSS pixels of the document. An id names an element for as long as
 * the page stays loaded.
 */
export interface Screen {
  /** Who has given the ids: on all screens that have the same number here, an id names the same element. */
  idsFrom: number;
  url: string;
  title: string;
  viewport: { width: number; height: number };
  scroll: { x: number; y: number };
  /** What the view is painted on, from the root inwards, as CSS colours: a dark theme has others than a light one. */
  grounds: string[];
  /** Parents come before what is in them. The first is the page itself. */
  things: Thing[];
  /** In document order. */
  items: Item[];
}

/** A part of the screen that owns what is in it: a row owns its buttons, a dialog owns its fields. */
export interface Thing {
  id: number;
  kind: ThingKind;
  /** Its heading or label; of a row or a card, the text that it is drawn around. */
  name: string;
  /** Of a row or a card, other texts that are hardly less prominent: the subject beside the sender, the key of an issue. */
  also: string[];
  /** Its visible text, at most 400 characters. */
  text: string;
  /** Index in `things`. Null for the page. */
  parent: number | null;
  box: Box;
  /** It lies above the rest, which cannot be used meanwhile. */
  isModal: boolean;
  isSelected: boolean;
}
export type ThingKind =
  | 'page'
  | 'dialog'
  | 'menu'
  | 'navigation'
  | 'tabs'
  | 'form'
  | 'table'
  | 'list'
  | 'row'
  | 'card'
  | 'group'
  | 'panel';

export type ItemKind =
  | 'link'
  | 'button'
  | 'tab'
  | 'menu-item'
  | 'option'
  | 'toggle'
  | 'radio'
  /** Text, number, date, colour, time: `inputType` says which. */
  | 'field'
  /** A `select` of the browser. */
  | 'select'
  /** What opens a list of the page's own: custom selects, comboboxes, date and colour pickers. */
  | 'picker'
  | 'slider'
  | 'swatch'
  | 'rich-text'
  | 'file'
  /** A row or a card that is pressed as a whole. */
  | 'body'
  /** Text that is only read, as far as one can see. Some of it can be pressed to be edited. */
  | 'text';

export interface Item {
  id: number;
  kind: ItemKind;
  /** What it is called by itself: its text, its accessible name, its tooltip, its placeholder. */
  name: string;
  /** What stands beside it as its label, the nearest first: the words before it in its row, above it, its `label`, its group's caption. */
  labels: string[];
  /** Words of its attributes (id, name, class, data-*, icon names), split and in lower case. A weak hint. */
  hints: string[];
  /** The innermost thing that owns it: index in `things`. */
  owner: number;
  box: Box;
  role: string | null;
  inputType: string | null;
  /** What it shows or holds, as a field, a list, or a button that shows a value and not what it does. Empty for passwords. */
  value: string;
  isOn: boolean | null;
  isSelected: boolean;
  isExpanded: boolean | null;
  isDisabled: boolean;
  isRequired: boolean;
  /** Drawn only while its owner is hovered. */
  needsHover: boolean;
  /** Only a double press does something, as far as one can see. */
  needsDouble: boolean;
  /** It stands at coordinates of its own on a canvas: an object that somebody has put there. */
  isPlaced: boolean;
  /** What says that a press does something: a native control, a role, a listener, an inline handler, the pointer cursor. */
  isPressable: boolean;
  href: string | null;
  options: { value: string; label: string }[];
}

/** What the page's reader tells of the screen, without the content of its frames. */
export interface RawScreen extends Screen {
  frames: RawFrame[];
}
