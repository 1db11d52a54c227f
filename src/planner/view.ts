/**
 * What the planner knows of a page: plain data, read in one go. Ids name elements for as long as the page stays loaded.
 * Lengths are CSS pixels of the document.
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
  /** Drawn to be noticed: a badge, a strong border, a colour of its own ("most popular"). */
  emphasised: boolean;
}

/** Counts and words a section is judged by, taken in the page. */
export interface SectionFacts {
  tag: string;
  role: string | null;
  /** Words of id, class and label attributes, lower case. */
  tokens: string[];
  /** Fragments of addresses that lead here. */
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

/** What stands under one of a section's smaller headings. */
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
  /** 0 to 1: how much a viewer who knows nothing loses when it is left out. */
  importance: number;
  parts: Part[];
  passages: Passage[];
  subheadings: string[];
  tokens: string[];
  /** What the page's own links to it say. */
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
  /** Words that tell an input's meaning: name, id, autocomplete, placeholder, label. */
  hint: string;
  box: Box;
  visible: boolean;
  /** Absolute address for links, else null. */
  href: string | null;
  newTab: boolean;
  download: boolean;
  expanded: boolean | null;
  checked: boolean | null;
  required: boolean;
  filled: boolean;
  /** What a field or a list holds now; empty for passwords. */
  value: string;
  options: { value: string; label: string }[];
  /** The words of the card, row or group around it, without its own: tells ten "Add to cart" apart. */
  around: string;
  /** The heading above it. */
  under: string;
  /** Ids of the section and the form it is in; fields beside a button are a form even without the tag. */
  section: number | null;
  form: number | null;
  /** For a hidden control: what has to be pressed (or hovered) first to see it. */
  opener: number | null;
  /** Inside a consent banner, chat bubble or another thing that floats above the page. */
  overlay: boolean;
  /** In the header or a navigation landmark. */
  navigation: boolean;
  /** How strongly it is drawn as a button, 0 to 1: background, size, weight. */
  prominence: number;
  /** The form (or dialog) around it asks for a card. */
  besideCardFields: boolean;
  /** Method or action attributes that change things (`data-method="delete"`, `/logout`). */
  effects: string;
  /** Where a press takes the page although it is no link, as far as that is written on it: a form's address, a handler's. */
  leadsTo: string | null;
}

export type Danger = 'payment' | 'deletion' | 'sign-out';

export interface Control extends RawControl {
  onSite: boolean;
  /** A link to another place of the same document. */
  inPage: boolean;
  danger: Danger | null;
}

/** A document in the document: where its inside is, and which section it stands in. */
export interface RawFrame {
  id: number;
  box: Box;
  section: number | null;
  /** It floats above the page: a chat, a banner. */
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
