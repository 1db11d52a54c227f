import type { Clause } from './clauses.ts';
import { saidAs } from './rank.ts';
import { terms } from './terms.ts';
import type { Control, PageView, Purpose } from './view.ts';
import { fold, words } from './words.ts';

/** Words that name a sort of control rather than the control. */
const sorts: Record<string, (control: Control) => boolean> = {
  button: ({ role, prominence }) => role === 'button' || prominence >= 0.5,
  link: ({ role }) => role === 'link',
  tab: ({ purpose, role }) => purpose === 'tab' || role === 'tab',
  menu: ({ purpose }) => purpose === 'menu',
  dropdown: ({ purpose }) => purpose === 'menu' || purpose === 'choose',
  page: ({ purpose }) => purpose === 'navigate',
  question: ({ purpose }) => purpose === 'accordion',
  answer: ({ purpose }) => purpose === 'accordion',
  accordion: ({ purpose }) => purpose === 'accordion',
  field: ({ purpose }) => purpose === 'input' || purpose === 'choose',
  input: ({ purpose }) => purpose === 'input',
  box: ({ purpose }) => purpose === 'input' || purpose === 'toggle',
  checkbox: ({ purpose }) => purpose === 'toggle',
  toggle: ({ purpose }) => purpose === 'toggle' || purpose === 'tab',
  switch: ({ purpose }) => purpose === 'toggle',
  option: ({ purpose }) => purpose === 'choose' || purpose === 'toggle' || purpose === 'tab',
  plan: ({ name }) => /\p{L}/u.test(name),
  item: () => true,
  section: () => true,
  mode: ({ purpose }) => purpose === 'toggle' || purpose === 'act' || purpose === 'tab',
  billing: ({ purpose }) => purpose === 'toggle' || purpose === 'tab',
};

/** What each verb acts on by its nature, and how much that counts. */
const leanings: Partial<Record<Clause['verb'], Partial<Record<Purpose, number>>>> = {
  press: { act: 0.6, navigate: 0.6, menu: 0.6, submit: 0.3, tab: 0.4, accordion: 0.4 },
  go: { navigate: 2, tab: 0.5 },
  set: { toggle: 2.5, tab: 2.2, choose: 2.2, act: 0.4, accordion: -1 },
  expand: { accordion: 3, menu: 0.5, navigate: -1.5, act: 0.3 },
  type: {
    input: 3,
    choose: -3,
    navigate: -4,
    act: -4,
    submit: -4,
    menu: -4,
    tab: -4,
    toggle: -4,
    accordion: -4,
  },
  search: { input: 3, navigate: -2 },
  submit: { submit: 4, act: 0.5, navigate: -1 },
  start: { navigate: 0.8, act: 0.8, submit: 0.4, input: -3 },
  close: { act: 0.5 },
};

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
  const asked = wordsSaid.flatMap(({ stem }) => (sorts[stem] ? [sorts[stem]] : []));
  const bare = wordsSaid
    .filter(({ stem }) => !sorts[stem])
    .map(({ raw }) => raw)
    .join(' ');
  if (clause.ordinal !== null) return nth(view, clause, asked, bare);
  const rarity = rarityOf(view.controls);
  const scored = view.controls
    .map((control) => {
      const match = score(control, clause, { phrase, bare, asked, rarity });
      return { ...match, score: match.score - travel(control, view, top) };
    })
    .filter((match) => match.score >= 3.2)
    .sort((a, b) => b.score - a.score || Number(b.control.visible) - Number(a.control.visible));
  return scored[0] ?? null;
}

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
  asked: ((control: Control) => boolean)[];
  rarity: (term: string) => number;
}

function score(control: Control, clause: Clause, { phrase, bare, asked, rarity }: Asked): Match {
  const { likeness, evidence } = likenessOf(control, phrase, bare, rarity);
  const fits = asked.filter((suits) => suits(control)).length;
  // "open the menu": the sort is the whole description.
  const sortAlone = bare === '' && asked.length > 0 && fits === asked.length ? 4 : 0;
  const said = likeness + sortAlone;
  if (said < 1.2) return { control, score: 0, evidence };
  let points =
    said + (leanings[clause.verb]?.[control.purpose] ?? 0) + 1.2 * fits - 0.6 * (asked.length - fits);
  points += control.visible ? 1 : control.opener !== null ? 0.2 : -2.5;
  if (control.overlay) points -= 4;
  if (control.danger && !clause.said.toLowerCase().includes(control.name.toLowerCase())) points -= 3;
  if (!control.onSite) points -= 1;
  // Where the page says the same twice, the button in the picture is worth more than the one in the bar, for going
  // elsewhere the bar.
  points += 0.4 * control.prominence + (control.navigation === (clause.verb === 'go') ? 0.3 : 0);
  return { control, score: points, evidence };
}

function likenessOf(
  control: Control,
  phrase: string,
  bare: string,
  rarity: (term: string) => number,
): { likeness: number; evidence: string[] } {
  const name = fold(control.name).trim();
  const wanted = fold(phrase).trim();
  const core = fold(bare).trim();
  if (name !== '' && (name === wanted || name === core)) return { likeness: 9, evidence: [control.name] };
  const asked = [...new Set(terms(bare || phrase))];
  const own = new Set(
    terms(`${control.name} ${control.hint} ${control.options.map(({ label }) => label).join(' ')}`),
  );
  const path = new Set(terms(pathWords(control.href)));
  let hit = 0;
  let total = 0;
  const evidence: string[] = [];
  for (const term of asked) {
    const weight = rarity(term) * (term.startsWith('#') ? 1.1 : 1);
    if (!term.startsWith('#')) total += weight;
    if (own.has(term)) hit += weight;
    else if (path.has(term)) hit += 0.45 * weight;
    else continue;
    evidence.push(saidAs(term, phrase));
  }
  const contained = core.length >= 3 && name.includes(core) ? 1.5 : 0;
  // A long name that merely mentions the word is a poorer match than a short one that is it.
  const brevity = own.size > 0 ? Math.min(1, (2 + evidence.length) / (own.size + 2)) : 0;
  const share = Math.min(1, hit / Math.max(total, 0.8));
  return { likeness: 5 * share * (0.6 + 0.4 * brevity) + contained, evidence: [...new Set(evidence)] };
}

function pathWords(href: string | null): string {
  const url = URL.parse(href ?? '');
  if (!url) return '';
  const path = `${url.pathname.split('/').slice(-2).join(' ')} ${url.hash}`.replace(/\.\w{2,5}\b/g, ' ');
  return path.replace(/[-_/#+%]+/g, ' ');
}

/** "the second question", "the last tab": counted among those of that sort, or among those the words fit. */
function nth(view: PageView, clause: Clause, asked: Asked['asked'], bare: string): Match | null {
  const purpose = clause.verb === 'expand' ? 'accordion' : clause.verb === 'type' ? 'input' : null;
  const wanted = terms(bare);
  const all = view.controls.filter((control) => {
    if (control.overlay || !control.visible) return false;
    if (asked.length > 0 && !asked.every((suits) => suits(control))) return false;
    if (asked.length === 0 && purpose !== null && control.purpose !== purpose) return false;
    if (wanted.length === 0) return asked.length > 0 || purpose !== null;
    const section = view.sections.find(({ id }) => id === control.section);
    const own = terms(
      `${control.name} ${section?.heading ?? ''} ${section ? `#${section.kind}` : ''} ${section?.kind ?? ''}`,
    );
    return wanted.some((term) => own.includes(term)) || (purpose !== null && control.purpose === purpose);
  });
  const control = clause.ordinal === -1 ? all.at(-1) : all[clause.ordinal! - 1];
  return control ? { control, score: 6, evidence: [clause.said.slice(0, 60)] } : null;
}

function rarityOf(controls: Control[]): (term: string) => number {
  const bags = controls.map((control) => new Set(terms(`${control.name} ${control.hint}`)));
  return (term) => {
    const holding = bags.filter((bag) => bag.has(term)).length;
    return 0.4 + 0.6 * (Math.log(1 + bags.length / Math.max(1, holding)) / Math.log(2 + bags.length));
  };
}
