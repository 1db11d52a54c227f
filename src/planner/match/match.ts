import { shorten } from '../../text.ts';
import { anyOf } from '../language/patterns.ts';
import { terms } from '../language/terms.ts';
import { fold, isAkin, words } from '../language/words.ts';
import { dangerIn } from '../page/danger.ts';
import type { Control, PageView } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { beginsAs, leanings, type Suits, sortOf } from './control-kinds.ts';
import { countedItem } from './list-items.ts';
import { placedBy } from './place.ts';
import { saidAs } from './rank.ts';

export interface Match {
  control: Control;
  score: number;
  evidence: string[];
}

/**
 * The control that a clause is about. Null where none fits well enough to be pressed in a film.
 * @param top how far the film has scrolled, in CSS px. Of two controls that fit equally well, the one on the screen is taken
 */
export function matchControl(view: PageView, clause: Clause, top = view.scroll.y): Match | null {
  const phrase = clause.object;
  const wordsSaid = words(phrase);
  const asked = wordsSaid.map(({ stem }) => sortOf(stem)).filter((suits) => suits !== null);
  const bare = wordsSaid
    .filter(({ stem }) => !sortOf(stem))
    .map(({ raw }) => raw)
    .join(' ');
  if (clause.ordinal !== null) return nth(view, clause, asked, bare);
  const rarity = rarityOf(view.controls);
  const usable = view.controls.filter(({ overlay, visible }) => visible && !overlay);
  const only =
    asked.length > 0 && usable.filter((control) => asked.every((suits) => suits(control))).length === 1;
  const tabbed =
    wordsSaid.some(({ stem }) => stem === 'tab') &&
    usable.some((control) => control.purpose === 'tab' && sharesWord(control, bare));
  const danger = dangerIn(clause.said);
  const tellsApart = tellingAround(view.controls);
  const byId = new Map(view.controls.map((control) => [control.id, control]));
  const openerOf = ({ opener }: Control) => (opener === null ? undefined : byId.get(opener));
  const inPlace = placedBy(view, clause.place);
  // A dangerous request matches only a control of that danger: "log out" must not match "Activity log".
  const candidates = danger ? view.controls.filter((control) => control.danger === danger) : view.controls;
  const scored = candidates
    .map((control) => {
      const match = score(control, clause, { phrase, bare, asked, only, rarity, tellsApart, openerOf });
      // Where the page has a tab of that name, "the review tab" is not a link of that name.
      if (clause.verb === 'press' && asked.length > 0 && tabbed && control.purpose !== 'tab')
        match.score -= 7;
      const detour = travel(control, view, top) + (leadsHere(control, view) ? 2 : 0);
      return { ...match, score: match.score - detour + inPlace(control) };
    })
    .filter((match) => match.score >= 3.2)
    .sort((a, b) => b.score - a.score || Number(b.control.visible) - Number(a.control.visible));
  if (scored.length > 0 || danger !== 'payment') return scored[0] ?? null;
  return shopFor(view, clause, top);
}

/**
 * For "buy a gift voucher" on a page where nothing can be bought yet: the link of that name, which leads to where it is sold.
 */
function shopFor(view: PageView, clause: Clause, top: number): Match | null {
  const object = clause.object.replace(/^\p{L}+\s+/u, '');
  const links = view.controls.filter(({ purpose, danger }) => purpose === 'navigate' && danger === null);
  const match =
    object === clause.object
      ? null
      : matchControl({ ...view, controls: links }, { ...clause, verb: 'go', object, said: object }, top);
  return match && match.score >= 5 ? match : null;
}

const sharesWord = ({ name }: Control, phrase: string) => {
  const own = terms(name);
  return terms(phrase).some((term) => own.includes(term));
};

/**
 * The points that a control loses for the way to it. On the screen it loses none. In a header it loses none either, because the
 * header stays on the screen or is close by. The most it can lose is less than the difference between a name that equals the
 * words and a name that contains them.
 */
function travel(control: Control, view: PageView, top: number): number {
  const kind = view.sections.find(({ id }) => id === control.section)?.kind;
  if (kind === 'header') return 0;
  const { height } = view.viewport;
  const beyond = Math.max(0, top - control.box.y, control.box.y + control.box.height - (top + height));
  return Math.min(1.2, (0.4 * beyond) / height) + (kind === 'footer' ? 0.6 : 0);
}

/** Whether a link leads to the very page that is shown: “Open the modal” means a button, and not the link to this page about modals. */
function leadsHere({ href, purpose }: Control, { url }: PageView): boolean {
  const [link, page] = [URL.parse(href ?? '', url), URL.parse(url)];
  if (!href || purpose !== 'navigate' || !link || !page || link.href.includes('#')) return false;
  return link.origin === page.origin && link.pathname === page.pathname && link.search === page.search;
}

interface Asked {
  phrase: string;
  bare: string;
  asked: Suits[];
  /** Only one control of the page is of the kind that is asked for. */
  only: boolean;
  rarity: (term: string) => number;
  /** Whether so few controls have this term in the words around them that it tells them apart. */
  tellsApart: (term: string) => boolean;
  /** The control to press before a hidden control is visible. The name of a menu tells what it contains. */
  openerOf: (control: Control) => Control | undefined;
}

function score(control: Control, clause: Clause, given: Asked): Match {
  const { bare, asked, only } = given;
  const { likeness, evidence } = likenessOf(control, given);
  const fits = asked.filter((suits) => suits(control)).length;
  // In "open the menu" the kind of control is the whole description.
  const fitsAll = asked.length > 0 && fits === asked.length;
  const sortAlone = bare === '' && fitsAll ? 4 : 0;
  // Where the page has only one slider, "the certainty slider" is that one, whatever its name.
  const said = likeness + sortAlone + (only && fitsAll && bare !== '' ? 2.4 : 0);
  if (said < 1.2) return { control, score: 0, evidence };
  let points = said + leaningOf(clause, control) + 1.2 * fits - 0.6 * (asked.length - fits);
  if (beginsAs(control, clause)) points += 2;
  points += control.visible ? 1 : control.opener !== null ? 0.2 : -2.5;
  if (control.overlay) points -= 4;
  if (control.danger && !clause.said.toLowerCase().includes(control.name.toLowerCase())) points -= 3;
  if (!control.onSite) points -= 1;
  // Where the page has the same name twice, the button in its content is preferred to the link in its navigation. To go to
  // another page, the link is preferred.
  points += 0.4 * control.prominence + (control.navigation === (clause.verb === 'go') ? 0.3 : 0);
  return { control, score: points, evidence };
}

const stemsOf = (text: string) => words(text).map(({ stem }) => stem);

/** A slider and a number field are set as a list is. Other fields are typed into. */
const leaningOf = ({ verb }: Clause, { purpose, inputType }: Control) =>
  verb === 'set' && purpose === 'input' && /^(?:range|number)$/.test(inputType ?? '')
    ? 2.2
    : (leanings[verb]?.[purpose] ?? 0);

function likenessOf(
  control: Control,
  { phrase, bare, rarity, tellsApart, openerOf }: Asked,
): { likeness: number; evidence: string[] } {
  const name = fold(control.name).trim();
  const wanted = fold(phrase).trim();
  const core = fold(bare).trim();
  // "Portfolio item" fits an item of that name better than a menu called "Portfolio".
  if (name !== '' && name === wanted) return { likeness: 9.5, evidence: [control.name] };
  if (name !== '' && name === core) return { likeness: 8.5, evidence: [control.name] };
  // The name of a button may consist of words that mean nothing elsewhere: "user", "view".
  const read = terms(bare || phrase).length > 0 ? terms : stemsOf;
  const asked = [...new Set(read(bare || phrase))];
  // A link that is only a picture is named by the words of the card around it.
  const called = /\p{L}|\p{N}/u.test(control.name) ? control.name : control.around;
  const own = new Set(
    read(`${called} ${control.hint} ${control.options.map(({ label }) => label).join(' ')}`),
  );
  const path = new Set(terms(pathWords(control.href)));
  const around = new Set(terms(`${control.around} ${control.under}`));
  const opener = new Set(terms(openerOf(control)?.name ?? ''));
  const first = words(control.name)[0]?.stem ?? '';
  let hit = 0;
  let total = 0;
  const evidence: string[] = [];
  for (const term of asked) {
    const weight = rarity(term) * (term.startsWith('#') ? 1.1 : 1);
    if (!term.startsWith('#')) total += weight;
    if (own.has(term) || (term === asked[0] && isAkin(first, term))) hit += weight;
    else if (opener.has(term)) hit += 0.8 * weight;
    else if (around.has(term) && tellsApart(term)) hit += 0.7 * weight;
    else if (path.has(term)) hit += 0.45 * weight;
    else continue;
    evidence.push(saidAs(term, phrase));
  }
  const contained = core.length >= 3 && name.includes(core) ? 1.5 : 0;
  // "The grant writer job" contains all of "Grant writer", but only one word of "Save job".
  const spoken = name.length >= 5 && name.includes(' ') && ` ${core} `.includes(` ${name} `) ? 1.2 : 0;
  // A long name that only contains the word fits less well than a short name that equals it.
  const brevity = own.size > 0 ? Math.min(1, (2 + evidence.length) / (own.size + 2)) : 0;
  // Concepts may make up for a missing word, but a control that has the word too is still better.
  const plain = asked.filter((term) => !term.startsWith('#'));
  const missing =
    plain.filter((term) => !evidence.includes(saidAs(term, phrase))).length / Math.max(1, plain.length);
  const share = Math.min(1, hit / Math.max(total, 0.8)) - (hit > total ? 0.15 * missing : 0);
  return {
    likeness: 5 * share * (0.6 + 0.4 * brevity) + contained + spoken,
    evidence: [...new Set(evidence)],
  };
}

function pathWords(href: string | null): string {
  const url = URL.parse(href ?? '');
  if (!url) return '';
  const path = `${url.pathname.split('/').slice(-2).join(' ')} ${url.hash}`.replace(/\.\w{2,5}\b/g, ' ');
  return path.replace(/[-_/#+%]+/g, ' ');
}

/**
 * The control that an ordinal picks, as in "the second question" and "the last tab". It is counted among the controls of that
 * kind, or among those that the words fit.
 */
function nth(view: PageView, clause: Clause, asked: Suits[], bare: string): Match | null {
  const item = countedItem(view, clause);
  if (item) return { control: item, score: 6, evidence: [shorten(clause.said, 60)] };
  const purpose = clause.verb === 'expand' ? 'accordion' : clause.verb === 'type' ? 'input' : null;
  const wanted = terms(bare);
  const usable = view.controls.filter(({ visible, overlay }) => visible && !overlay);
  const suits = (control: Control) =>
    control.visible &&
    !control.overlay &&
    (asked.length > 0
      ? asked.every((sort) => sort(control))
      : purpose === null || control.purpose === purpose);
  const named = ({ name, under, section }: Control) => {
    const home = view.sections.find(({ id }) => id === section);
    const own = terms(`${name} ${under} ${home?.heading ?? ''} ${home?.kind ?? ''}`);
    return wanted.some((term) => own.includes(term) || term === `#${home?.kind}`);
  };
  const sorted = asked.length > 0 || purpose !== null;
  const fitting = view.controls.filter((control) => suits(control) && named(control));
  // "The first portfolio item" is in the section of that name, and is not the link to it.
  const below = fitting.filter(({ navigation }) => !navigation);
  const inside = below.length > 0 && clause.ordinal! > below.length ? fitting : below;
  const all =
    fitting.length > 0 || !sorted ? (inside.length > 0 ? inside : fitting) : view.controls.filter(suits);
  // "Tick the second row" counts boxes. It counts neither what opens a row nor the box that ticks all.
  const boxes = (controls: Control[]) =>
    controls.filter((one) => leaningOf(clause, one) > 2.4 && !boxForAll.test(one.name));
  const set = clause.verb === 'set' && asked.length === 0;
  const own = set ? (boxes(all).length > 0 ? boxes(all) : boxes(usable)) : all;
  const control = clause.ordinal === -1 ? own.at(-1) : own[clause.ordinal! - 1];
  return control ? { control, score: 6, evidence: [shorten(clause.said, 60)] } : null;
}

const boxForAll = new RegExp(`^${anyOf('controls', 'boxesForAll')}`, 'i');

/** A word around one to three controls identifies them. A word around all rows of a list tells nothing. */
function tellingAround(controls: Control[]): (term: string) => boolean {
  const bags = controls.map(({ around, under }) => new Set(terms(`${around} ${under}`)));
  return (term) => !term.startsWith('#') && bags.filter((bag) => bag.has(term)).length <= 3;
}

function rarityOf(controls: Control[]): (term: string) => number {
  const bags = controls.map((control) => new Set(terms(`${control.name} ${control.hint}`)));
  return (term) => {
    const holding = bags.filter((bag) => bag.has(term)).length;
    return 0.4 + 0.6 * (Math.log(1 + bags.length / Math.max(1, holding)) / Math.log(2 + bags.length));
  };
}
