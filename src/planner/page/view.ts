/**
 * What the planner knows about a page, as plain data that is read in one pass. An id names an element for as long as the page
 * stays loaded. Lengths are CSS pixels of the document.
 */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const sectionKinds = [
  'header',
  'hero',
  'features',
  'gallery',
  'pricing',
  'proof',
  'faq',
  'form',
  'call-to-action',
  'content',
  'footer',
] as const;
export type SectionKind = (typeof sectionKinds)[number];

/** A piece of a section that the camera can frame by itself. */
export interface Part {
  id: number;
  kind: 'heading' | 'card' | 'media' | 'grid';
  text: string;
  box: Box;
  /** The page draws it to be noticed: with a badge ("most popular"), a strong border, or a colour of its own. */
  emphasised: boolean;
}

/** Counts and words of a section, taken in the page. `classify` judges the section by them. */
export interface SectionFacts {
  tag: string;
  role: string | null;
  /** Words of id, class and label attributes, lower case. */
  tokens: string[];
  /** The fragments (`#pricing`) by which an address leads to this section. */
  anchors: string[];
  heading: string | null;
  headingLevel: number | null;
  /** Up to eight headings below the first. */
  subheadings: string[];
  text: string;
  textLength: number;
  links: number;
  buttons: number;
  inputs: number;
  images: number;
  videos: number;
  prices: number;
  questions: number;
  quotes: number;
  disclosures: number;
  cards: number;
  bigNumbers: number;
  largestFontPx: number;
  sticky: boolean;
}

/** The part of a section under one of its smaller headings. */
export interface Passage {
  id: number;
  heading: string;
  box: Box;
  /** The heading itself. */
  part: Part;
}

export interface RawSection {
  id: number;
  box: Box;
  parts: Part[];
  passages: Passage[];
  facts: SectionFacts;
}

export interface Section {
  id: number;
  kind: SectionKind;
  heading: string | null;
  /** Its visible text, at most 600 characters. */
  text: string;
  box: Box;
  /** From 0 to 1: how much a viewer who does not know the page would miss without this section. */
  importance: number;
  parts: Part[];
  passages: Passage[];
  subheadings: string[];
  tokens: string[];
  /** The texts of the page's own links to this section. */
  aliases: string[];
}

export type Purpose =
  | 'navigate'
  | 'toggle'
  | 'tab'
  | 'menu'
  | 'accordion'
  | 'submit'
  | 'input'
  | 'choose'
  | 'act';

export interface RawControl {
  id: number;
  role: string;
  name: string;
  purpose: Purpose;
  /** `type` of an input, or `select`, `textarea`, `editable`. */
  inputType: string | null;
  /** Words that tell what an input is for, from its name, id, autocomplete, placeholder and label. */
  hint: string;
  box: Box;
  visible: boolean;
  /** The absolute address of a link. Null for other controls. */
  href: string | null;
  newTab: boolean;
  download: boolean;
  expanded: boolean | null;
  checked: boolean | null;
  required: boolean;
  filled: boolean;
  /** The present value of a field or a list. Empty for passwords. */
  value: string;
  options: { value: string; label: string }[];
  /** The words of the card, row or group around the control, without its own. They tell ten "Add to cart" buttons apart. */
  around: string;
  /** The heading above it. */
  under: string;
  /** Ids of the section and of the form that the control is in. Fields beside a button count as a form even without the tag. */
  section: number | null;
  form: number | null;
  /** For a hidden control: the id of the control to press or hover first, so that it becomes visible. */
  opener: number | null;
  /** Inside a consent banner, chat bubble or another thing that floats above the page. */
  overlay: boolean;
  /** In the header or a navigation landmark. */
  navigation: boolean;
  /**
   * From 0 to 1: how strongly it is drawn as a button, by background, size and font weight, and whether it is on the first
   * screen.
   */
  prominence: number;
  /** The form or dialog around it asks for a payment card. */
  besideCardFields: boolean;
  /** Method and action attributes and paths, which tell what a press changes (`data-method="delete"`, `/logout`). */
  effects: string;
  /**
   * The address that a press opens although the control is no link, where the page states it: in a form's action or in an
   * inline handler.
   */
  leadsTo: string | null;
}

export type Danger = 'payment' | 'deletion' | 'sign-out';

export interface Control extends RawControl {
  onSite: boolean;
  /** A link to another place of the same document. */
  inPage: boolean;
  danger: Danger | null;
}

/** A document embedded in the page: the box of its content, and the section that it is in. */
export interface RawFrame {
  id: number;
  box: Box;
  section: number | null;
  /** The frame floats above the page, as a chat or a banner does. */
  pinned: boolean;
}

export interface RawPage {
  url: string;
  title: string;
  siteName: string | null;
  description: string | null;
  lang: string | null;
  dir: 'ltr' | 'rtl';
  viewport: { width: number; height: number };
  scroll: { x: number; y: number };
  pageHeight: number;
  elementCount: number;
  truncated: boolean;
  sections: RawSection[];
  controls: RawControl[];
  frames: RawFrame[];
}

export interface PageView extends Omit<RawPage, 'sections' | 'controls' | 'frames'> {
  sections: Section[];
  controls: Control[];
}
