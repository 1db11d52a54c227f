import { shorten } from '../../text.ts';
import type { Box, RawControl, RawFrame, RawPage, RawSection } from './view.ts';

/** The distance between the ids of one document and those of the next. */
export const idSpan = 2 ** 24;

/**
 * Adds the content of a frame to the page, at the place where a viewer sees it. Boxes become boxes of the page, and ids are
 * raised by `base`. A large frame with several sections adds its sections to the page. A small frame becomes part of the
 * section that it is in.
 */
export function graft(page: RawPage, inner: RawPage, frame: RawFrame, base: number): RawPage {
  const home = page.sections.find(({ id }) => id === frame.section) ?? null;
  const place = (box: Box) => boxInFrame(box, frame.box, inner.scroll);
  const raise = (id: number | null) => (id === null ? null : id + base);
  const controls = inner.controls.map((control) => ({
    ...control,
    id: control.id + base,
    box: place(control.box),
    form: raise(control.form),
    opener: raise(control.opener),
    section: isPage(inner, frame, page) ? raise(control.section) : (home?.id ?? null),
    // What is at the top of a frame is in the middle of the page.
    navigation: false,
    overlay: control.overlay || frame.pinned,
  }));
  const grafted = isPage(inner, frame, page)
    ? [...withoutFrame(page.sections, home, frame), ...inner.sections.map((one) => moved(one, base, place))]
    : page.sections.map((section) => (section === home ? enriched(section, inner) : section));
  const asksForCard = controls.some(({ hint, name }) =>
    /\bcc-|card.?(number|no\b)|cvc|cvv/i.test(`${hint} ${name}`),
  );
  return {
    ...page,
    elementCount: page.elementCount + inner.elementCount,
    truncated: page.truncated || inner.truncated,
    sections: inReadingOrder(grafted),
    controls: [...page.controls.map((one) => (asksForCard ? besideCard(one, home) : one)), ...controls],
  };
}

/** The box on the page of what is in a frame, which has scrolled itself. */
export const boxInFrame = (box: Box, frame: Box, scroll: { x: number; y: number }) =>
  within(shift(box, frame, scroll), frame);

const shift = (box: Box, frame: Box, scroll: { x: number; y: number }): Box => ({
  ...box,
  x: box.x + frame.x - scroll.x,
  y: box.y + frame.y - scroll.y,
});

/**
 * Moves a box into the frame. Content further down in the frame is scrolled to inside it, and is then somewhere in the frame.
 */
function within(box: Box, frame: Box): Box {
  const width = Math.min(box.width, frame.width);
  const height = Math.min(box.height, frame.height);
  return {
    x: Math.max(frame.x, Math.min(box.x, frame.x + frame.width - width)),
    y: Math.max(frame.y, Math.min(box.y, frame.y + frame.height - height)),
    width,
    height,
  };
}

const isPage = (inner: RawPage, { box }: RawFrame, { viewport }: RawPage) =>
  box.width >= 0.5 * viewport.width &&
  box.height >= 0.5 * viewport.height &&
  inner.sections.filter((section) => section.facts.heading !== null && section.box.height >= 40).length >= 2;

/** Leaves out a section that contains nothing but the frame. The frame's own sections take its place. */
const withoutFrame = (sections: RawSection[], home: RawSection | null, { box }: RawFrame) =>
  sections.filter(
    (section) =>
      section !== home ||
      section.facts.heading !== null ||
      box.width * box.height < 0.6 * section.box.width * section.box.height,
  );

const moved = (section: RawSection, base: number, place: (box: Box) => Box): RawSection => ({
  ...section,
  id: section.id + base,
  box: place(section.box),
  parts: section.parts.map((part) => ({ ...part, id: part.id + base, box: place(part.box) })),
  passages: section.passages.map((one) => ({
    heading: one.heading,
    id: one.id + base,
    box: place(one.box),
    part: { ...one.part, id: one.part.id + base, box: place(one.part.box) },
  })),
});

/** The section with the texts and the counts of its frame added. */
function enriched(section: RawSection, { sections }: RawPage): RawSection {
  const { facts } = section;
  const sum = (
    count: 'links' | 'buttons' | 'inputs' | 'images' | 'prices' | 'questions' | 'quotes' | 'disclosures',
  ) => sections.reduce((total, one) => total + one.facts[count], facts[count]);
  const said = sections.map((one) => one.facts.text).join(' ');
  const inputs = sum('inputs');
  return {
    ...section,
    facts: {
      ...facts,
      inputs,
      links: sum('links'),
      buttons: sum('buttons'),
      images: sum('images'),
      prices: sum('prices'),
      questions: sum('questions'),
      quotes: sum('quotes'),
      disclosures: sum('disclosures'),
      // A frame was counted as a video. One that turns out to have fields is a form.
      videos: Math.max(0, facts.videos - (inputs > facts.inputs ? 1 : 0)),
      heading: facts.heading ?? sections.find((one) => one.facts.heading !== null)?.facts.heading ?? null,
      subheadings: [
        ...facts.subheadings,
        ...sections.flatMap((one) => [one.facts.heading ?? '', ...one.facts.subheadings]).filter(Boolean),
      ].slice(0, 8),
      text: shorten(`${facts.text} ${said}`.trim(), 600),
      textLength: facts.textLength + said.length,
    },
  };
}

/**
 * Marks a control that is beside a frame which asks for a card. The frame is the payment provider's, and the button beside it
 * is the shop's own.
 */
const besideCard = (control: RawControl, home: RawSection | null): RawControl =>
  control.section === (home?.id ?? null) ? { ...control, besideCardFields: true } : control;

const inReadingOrder = (sections: RawSection[]) =>
  [...sections].sort(
    (a, b) => Number(b.facts.sticky) - Number(a.facts.sticky) || a.box.y - b.box.y || a.box.x - b.box.x,
  );
