import { shorten } from '../../text.ts';
import { anyOf } from '../language/patterns.ts';
import type { Choice } from '../match/interest.ts';
import { isPressable } from '../page/observe.ts';
import type { Control, PageView, Part, Section } from '../page/view.ts';
import type { Scene } from '../plan.ts';
import type { Aim } from './aim.ts';
import type { Shot, ShotAction, Target } from './shots.ts';
import type { Style } from './style.ts';

/** What shots are made with: the page as it was read, a way to name its elements, and the style of the template. */
export interface Stage {
  view: PageView;
  aim: Aim;
  style: Style;
}

export const hold = (weight: number, target?: Target): ShotAction => ({
  do: 'hold',
  weight,
  ...(target && { target }),
});
/**
 * A short rest after a scroll, before the camera comes closer or something is pressed. Viewers see where the film has arrived.
 */
export const glance: ShotAction = { do: 'hold', weight: 0.3, isGlance: true };

export function sceneOf(section: Section | null, what: string, why: string, evidence: string[]): Scene {
  const name = section && nameOf(section);
  const stated = evidence.filter((one) => one.trim() !== '');
  return {
    what,
    why,
    section: name,
    evidence: (stated.length > 0 ? stated : [name ?? what]).slice(0, 6).map((one) => shorten(one, 160)),
  };
}

/** How scenes name the section that they show. */
export const nameOf = ({ heading, kind }: Section): string => heading ?? kind;

export const kindNames: Record<Section['kind'], string> = {
  header: 'the header',
  hero: 'the opening of the page',
  features: 'the features',
  gallery: 'the gallery',
  pricing: 'the pricing',
  proof: 'what customers say',
  faq: 'the questions and answers',
  form: 'the form',
  'call-to-action': 'the call to action',
  content: 'a part of the page',
  footer: 'the footer',
};
export const titleOf = (section: Section) =>
  section.heading ? `“${shorten(section.heading, 90)}” (${section.kind})` : kindNames[section.kind];

/** Scrolls to a section, comes close where the template does so, and rests there. */
export async function sectionShot(stage: Stage, choice: Choice, weight = 1.2): Promise<Shot> {
  const { section, why, evidence, value } = choice;
  const { style, view } = stage;
  const target = await stage.aim.section(section);
  const focus = choice.part ?? focusOf(section, view);
  const closer = style.zoom > 1 && focus !== null && fillsLess(focus, view);
  const control = style.points ? pointedControl(section, view) : null;
  const actions: ShotAction[] = style.staysClose && closer ? [] : [{ do: 'wide' }];
  if (!isInOpeningView(section, view)) actions.push({ do: 'glide', target });
  if (closer) actions.push({ ...glance });
  actions.push(...captionOf(stage, section));
  if (closer) actions.push({ do: 'zoom', target: await stage.aim.part(focus), zoom: style.zoom });
  if (control) actions.push({ do: 'hover', target: await stage.aim.control(control) });
  actions.push(hold(weight, target));
  const what = choice.part ? `${titleOf(section)}: ${shorten(choice.part.text, 80)}` : titleOf(section);
  return { scene: sceneOf(section, `Show ${what}`, why, evidence), actions, value, intent: `Show ${what}` };
}

/** The caption is the section's heading, or else what the page's own links call the section. */
function captionOf({ style }: Stage, { heading, aliases }: Section): ShotAction[] {
  const text = heading ?? aliases[0];
  return style.captions && text ? [{ do: 'caption', text: shorten(text, 120) }] : [];
}

/** Whether a section is on the screen when the film begins, so that the film need not scroll to it. */
export const isInOpeningView = (section: Section, view: PageView) =>
  section.kind === 'hero' && section.box.y < 0.25 * view.viewport.height;

/**
 * The part of a section that a viewer should see large. For pricing it is the emphasised plan. Otherwise it is the heading, a
 * picture, the first card or the grid of cards, in this order. Null where each of them fills the screen already.
 */
export function focusOf(section: Section, view: PageView): Part | null {
  const of = (kind: Part['kind']) =>
    section.parts.find((part) => part.kind === kind && fillsLess(part, view));
  if (section.kind === 'hero') return of('heading') ?? of('media') ?? null;
  const favourite = section.parts.find((part) => part.emphasised && fillsLess(part, view));
  if (section.kind === 'pricing' && favourite) return favourite;
  return of('heading') ?? of('media') ?? of('card') ?? of('grid') ?? null;
}

/**
 * Whether a close-up would show a part larger. A close-up fills 0.62 of the picture and leaves a margin around the part, so the
 * part has to be smaller than this.
 */
export const fillsLess = ({ box }: Part, { viewport }: PageView) =>
  box.width <= 0.52 * viewport.width && box.height <= 0.52 * viewport.height;

/** The cards that the camera can come close to. Where only whole rows are cards, these rows. */
export function cardsOf(section: Section, view: PageView): Part[] {
  const cards = section.parts.filter(
    (part) => part.kind === 'card' && part.box.height < 0.95 * view.viewport.height,
  );
  const small = cards.filter((card) => fillsLess(card, view));
  return small.length >= 2 ? small : cards;
}

function pointedControl(section: Section, view: PageView): Control | null {
  const own = view.controls.filter(
    (control) =>
      control.section === section.id &&
      control.visible &&
      isPressable(control) &&
      control.purpose !== 'input',
  );
  return own.sort((a, b) => b.prominence - a.prominence)[0] ?? null;
}

const begins = new RegExp(anyOf('controls', 'begins'), 'iu');

/**
 * The button that the page itself wants pressed: it is drawn strongly, its name asks to begin, and it is in the opening or in
 * the call to action.
 */
export function mainAction(view: PageView, usable: (control: Control) => boolean): Control | null {
  const scored = view.controls
    .filter(
      (control) =>
        control.visible &&
        !control.overlay &&
        usable(control) &&
        /navigate|act/.test(control.purpose) &&
        !leadsHome(control, view),
    )
    .map((control) => {
      const section = view.sections.find(({ id }) => id === control.section);
      const place = section?.kind === 'call-to-action' ? 0.6 : section?.kind === 'hero' ? 0.8 : 0;
      return {
        control,
        score: control.prominence + (begins.test(control.name) ? 1 : 0) + place - (control.inPage ? 0.3 : 0),
      };
    });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best && best.score >= 1.2 ? best.control : null;
}

/**
 * Whether a link is the site's name in the header or a way back to the top. Such a link asks for nothing, even where the name
 * of the product sounds as if it did.
 */
function leadsHome({ href, navigation, prominence, name }: Control, view: PageView): boolean {
  const [link, page] = [URL.parse(href ?? ''), URL.parse(view.url)];
  if (!link || !page) return false;
  const top = /^#?(?:top|page-top|home|!)?$/i.test(link.hash) && link.pathname === page.pathname;
  const root = /^\/(?:index\.\w+)?$/.test(link.pathname) && link.hash === '';
  const brand = navigation && prominence < 0.5 && view.title.toLowerCase().includes(name.toLowerCase());
  return link.origin === page.origin && (top || root || brand);
}

/** Scrolls to a section and shows it as a whole, with a caption where the template has captions. */
export async function wideShot(stage: Stage, choice: Choice, weight = 1): Promise<Shot> {
  const target = await stage.aim.section(choice.section);
  const actions: ShotAction[] = [{ do: 'wide' }];
  if (!isInOpeningView(choice.section, stage.view)) actions.push({ do: 'glide', target });
  actions.push(...captionOf(stage, choice.section));
  actions.push(hold(weight, target));
  const what = `Show ${titleOf(choice.section)}`;
  return {
    scene: sceneOf(choice.section, what, choice.why, choice.evidence),
    actions,
    value: choice.value,
    intent: what,
  };
}

/** The text that tells viewers where they are: the headline, or else the page's title, or else its address. */
export const openingEvidence = ({ title, url }: PageView, hero: Section | null): string[] => [
  hero?.heading || title || url,
];

/** A first look at the page before the film goes to another section. It is dropped first when time is short. */
export async function glimpse(stage: Stage, besides: Section): Promise<Shot[]> {
  const hero = stage.view.sections.find(({ kind }) => kind === 'hero');
  if (!hero || hero === besides) return [];
  const what = 'Open on the whole page';
  return [
    {
      scene: sceneOf(hero, what, 'A viewer sees where they are.', openingEvidence(stage.view, hero)),
      actions: [hold(0.7)],
      value: 60,
      intent: what,
    },
  ];
}
