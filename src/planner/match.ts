import { shorten } from '../text.ts';
import type { Clause } from './clauses.ts';
import { dangerIn } from './danger.ts';
import { countedItem } from './items.ts';
import { anyOf } from './language/patterns.ts';
import { terms } from './language/terms.ts';
import { fold, isAkin, words } from './language/words.ts';
import { placedBy } from './place.ts';
import { saidAs } from './rank.ts';
import { leads, leanings, type Suits, sortOf } from './sorts.ts';
import type { Control, PageView } from './view.ts';

export interface Match {
  control: Control;
  score: number;
  evidence: string[];
}

/**
 * The control a clause speaks of, or null when none fits well enough to press it in somebody's film.
 * @param top how far the film has scrolled, CSS px: of two that fit alike, the one on the screen is meant
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
  // "Log out" must not end on "Activity log": what is dangerous to do is that or nothing.
  const candidates = danger ? view.controls.filter((control) => control.danger === danger) : view.controls;
  const scored = candidates
    .map((control) => {
      const match = score(control, clause, { phrase, bare, asked, only, rarity, tellsApart, openerOf });
      // "the review tab", where there are tabs: a link of that name is not meant.
      if (clause.verb === 'press' && asked.length > 0 && tabbed && control.purpose !== 'tab')
        match.score -= 7;
      return { ...match, score: match.score - travel(control, view, top) + inPlace(control) };
    })
    .filter((match) => match.score >= 3.2)
    .sort((a, b) => b.score - a.score || Number(b.control.visible) - Number(a.control.visible));
  if (scored.length > 0 || danger !== 'payment') return scored[0] ?? null;
  return shopFor(view, clause, top);
}

/** "Buy a gift voucher", where nothing is bought yet, but a link of that name leads to where it is. */
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
 * What it costs the viewer to get there: nothing on the screen and in a header, which rides along or is a glance away; at most
 * less than the difference between a name that is it and one that mentions it.
 */
function travel(control: Control, view: PageView, top: number): number {
  const kind = view.sections.find(({ id }) => id === control.section)?.kind;
  if (kind === 'header') return 0;
  const { height } = view.viewport;
  const beyond = Math.max(0, top - control.box.y, control.box.y + control.box.height - (top + height));
  return Math.min(1.2, (0.4 * beyond) / height) + (kind === 'footer' ? 0.6 : 0);
}

interface Asked {
  phrase: string;
  bare: string;
  asked: Suits[];
  /** Only one control of the page is of that sort. */
  only: boolean;
  rarity: (term: string) => number;
  /** Whether the words around a control with this term mean it and few others. */
  tellsApart: (term: string) => boolean;
  /** What has to be pressed before a hidden control is seen: the menu's name says what it holds. */
  openerOf: (control: Control) => Control | undefined;
}

function score(control: Control, clause: Clause, given: Asked): Match {
  const { bare, asked, only } = given;
  const { likeness, evidence } = likenessOf(control, given);
  const fits = asked.filter((suits) => suits(control)).length;
  // "open the menu": the sort is the whole description.
  const fitsAll = asked.length > 0 && fits === asked.length;
  const sortAlone = bare === '' && fitsAll ? 4 : 0;
  // "the certainty slider", where there is one slider: whatever it is called, that one is meant.
  const said = likeness + sortAlone + (only && fitsAll && bare !== '' ? 2.4 : 0);
  if (said < 1.2) return { control, score: 0, evidence };
  let points = said + leaningOf(clause, control) + 1.2 * fits - 0.6 * (asked.length - fits);
  if (leads(control, clause)) points += 2;
  points += control.visible ? 1 : control.opener !== null ? 0.2 : -2.5;
  if (control.overlay) points -= 4;
  if (control.danger && !clause.said.toLowerCase().includes(control.name.toLowerCase())) points -= 3;
  if (!control.onSite) points -= 1;
  // Where the page says the same twice, the button in the picture is worth more than the one in the bar, for going
  // elsewhere the bar.
  points += 0.4 * control.prominence + (control.navigation === (clause.verb === 'go') ? 0.3 : 0);
  return { control, score: points, evidence };
}

const stemsOf = (text: string) => words(text).map(({ stem }) => stem);

/** A slider and a number are set as a list is; other fields are typed into. */
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
  // "Portfolio item" is rather the item of that name than the menu that is called portfolio.
  if (name !== '' && name === wanted) return { likeness: 9.5, evidence: [control.name] };
  if (name !== '' && name === core) return { likeness: 8.5, evidence: [control.name] };
  // A button may be called by words that say nothing elsewhere: "user", "view".
  const read = terms(bare || phrase).length > 0 ? terms : stemsOf;
  const asked = [...new Set(read(bare || phrase))];
  // A picture that is a link is called what the card around it says.
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
  // "The grant writer job" says all of "Grant writer", and one word of each "Save job".
  const spoken = name.length >= 5 && name.includes(' ') && ` ${core} `.includes(` ${name} `) ? 1.2 : 0;
  // A long name that merely mentions the word is a poorer match than a short one that is it.
  const brevity = own.size > 0 ? Math.min(1, (2 + evidence.length) / (own.size + 2)) : 0;
  // Where concepts make up for a word that is missing, the control that has that word too is still the better one.
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

/** "the second question", "the last tab": counted among those of that sort, or among those the words fit. */
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
  // "The first portfolio item" is in the part of that name, not the link to it.
  const below = fitting.filter(({ navigation }) => !navigation);
  const inside = below.length > 0 && clause.ordinal! > below.length ? fitting : below;
  const all =
    fitting.length > 0 || !sorted ? (inside.length > 0 ? inside : fitting) : view.controls.filter(suits);
  // "Tick the second row" is about boxes, not about what opens the row, nor about the box for all.
  const boxes = (controls: Control[]) =>
    controls.filter((one) => leaningOf(clause, one) > 2.4 && !boxForAll.test(one.name));
  const set = clause.verb === 'set' && asked.length === 0;
  const own = set ? (boxes(all).length > 0 ? boxes(all) : boxes(usable)) : all;
  const control = clause.ordinal === -1 ? own.at(-1) : own[clause.ordinal! - 1];
  return control ? { control, score: 6, evidence: [shorten(clause.said, 60)] } : null;
}

const boxForAll = new RegExp(`^${anyOf('controls', 'boxesForAll')}`, 'i');

/** A word around one to three controls points at them; one around all the rows of a list says nothing. */
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
