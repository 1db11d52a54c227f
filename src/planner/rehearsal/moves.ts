import { shorten } from '../../text.ts';
import { terms } from '../language/terms.ts';
import { words } from '../language/words.ts';
import type { Detail } from '../match/detail-kinds.ts';
import { type Choice, leastNamedScore } from '../match/interest.ts';
import { rankPlaces } from '../match/passages.ts';
import type { Control, Section } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { pressActions } from '../storyboard/press.ts';
import type { Shot, ShotAction, Target } from '../storyboard/shots.ts';
import { glance, hold, sceneOf, sectionShot } from '../storyboard/stage.ts';
import type { ClauseContext } from './context.ts';

/** What the functions that act on a clause (`act-*.ts`) have in common. */

export const because = (clause: Clause) => `The prompt says “${shorten(clause.said, 120)}”.`;
export const sectionOf = (context: ClauseContext, control: Control) =>
  context.page.view.sections.find(({ id }) => id === control.section) ?? null;

/**
 * Handles a clause that no control fits. If a section fits its words, the film shows that section and the plan says so.
 * Otherwise the clause is noted as unmet.
 */
export async function showInstead(context: ClauseContext, clause: Clause): Promise<void> {
  const best = rankPlaces(context.page.view.sections, clause.object)[0];
  const asked = words(clause.object).filter(({ raw }) => terms(raw).some((term) => !term.startsWith('#')));
  const covered = asked.filter(({ raw }) => best?.evidence.includes(raw)).length;
  // More than half of the words have to match, since one word of two is a coincidence: "quantum settings" is not "Set up in an
  // afternoon".
  if (!best || best.score < leastNamedScore || covered <= asked.length / 2)
    return context.storyboard.miss(clause.said);
  const why = `${because(clause)} Nothing to press goes by that name, so what it speaks of is shown.`;
  await filmSection(context, clause, { ...best, why, value: 108 });
}

export async function filmSection(context: ClauseContext, clause: Clause, choice: Choice): Promise<void> {
  const shot = await sectionShot(context.page, choice);
  context.page.scrolledTo(choice.section.box.y);
  context.storyboard.add({ ...shot, intent: clause.said });
}

/** What the film does for a clause, in one scene. */
interface Told extends Pick<Shot, 'actions' | 'isAside'>, Partial<Pick<Shot, 'intent' | 'value'>> {
  section: Section | null;
  what: string;
  why?: string;
  evidence: string[];
}

/** Adds the scene in which the film does what a clause asks for. */
export function film({ storyboard }: ClauseContext, clause: Clause, told: Told): void {
  const { section, what, why = because(clause), evidence, value = 130, ...shot } = told;
  storyboard.add({ scene: sceneOf(section, what, why, evidence), value, intent: clause.said, ...shot });
}

/** Adds the scene in which the film opens what hides a control. */
export const filmOpening = (
  context: ClauseContext,
  clause: Clause,
  opener: Control,
  inside: Control,
  shown: Pick<Told, 'section' | 'actions'>,
): void =>
  film(context, clause, {
    what: `Open “${opener.name}”`,
    why: `“${inside.name}” is inside.`,
    evidence: [opener.name],
    value: 129,
    intent: `Open “${opener.name}” to reach “${inside.name}”`,
    ...shown,
  });

/**
 * Points at a control that must not be pressed. The plan says why.
 * @param aimed the way to the control and its target, where these were found before the page was read again
 */
export async function pointOnly(
  context: ClauseContext,
  clause: Clause,
  control: Control,
  why = control.danger
    ? `A demo does not press what may be a ${control.danger}; it points at it.`
    : 'It leads away from the site, so the film points at it and stays.',
  aimed?: { way: ShotAction[]; target: Target; section: Section | null },
): Promise<void> {
  const target = aimed?.target ?? (await context.page.aim.control(control));
  const way = aimed?.way ?? (await approach(context, control));
  film(context, clause, {
    section: aimed ? aimed.section : sectionOf(context, control),
    what: `Point at “${control.name}”`,
    why: `${because(clause)} ${why}`,
    evidence: [control.name],
    actions: [...way, { do: 'hover', target }, hold(1.2, target)],
    value: 120,
    isAside: true,
  });
}

/** A value for a control, or a press where it is null. */
export type Entry = Pick<Detail, 'control' | 'value'>;

interface Entering {
  what: string;
  why?: string;
  after?: ShotAction[];
}

/** Types, chooses or ticks, field by field, in one scene. */
export async function enter(
  context: ClauseContext,
  clause: Clause,
  entries: readonly Entry[],
  { what, why, after = [] }: Entering,
): Promise<void> {
  const [first] = entries;
  if (!first) return;
  const actions: ShotAction[] = [...(await approach(context, first.control))];
  for (const { control, value } of entries)
    if (value === null) actions.push(...(await pressActions(context.page, control)));
    else actions.push({ do: 'change', target: await context.page.aim.control(control), value });
  actions.push(...after, hold(entries.length > 1 ? 1.2 : 1));
  const evidence = entries.map(({ control }) => control.name || control.hint);
  film(context, clause, { section: sectionOf(context, first.control), what, why, evidence, actions });
  context.page.filled(first.control.form);
  if (context.clause.isLast) return;
  for (const { control, value } of entries) {
    const again = sameControl(context, control);
    if (again && value !== null) await context.page.play({ kind: 'change', control: again, value });
    else if (again) await context.page.play({ kind: 'press', control: again });
  }
  context.page.filled(sameControl(context, first.control)?.form ?? null);
}

export const changeValue = (
  context: ClauseContext,
  clause: Clause,
  control: Control,
  value: string,
  what: string,
  after: ShotAction[] = [],
): Promise<void> => enter(context, clause, [{ control, value }], { what, after });

/**
 * The shot actions that bring a control onto the screen. They scroll only where it is neither on the screen already nor in the
 * header, which stays on the screen.
 */
export async function approach(context: ClauseContext, control: Control): Promise<ShotAction[]> {
  const section = sectionOf(context, control);
  const { y, height } = control.box;
  const seen = y >= context.page.top && y + height <= context.page.top + context.page.view.viewport.height;
  if (seen || section?.kind === 'header') return [{ do: 'wide' }];
  const target =
    section && section.box.height < 1.1 * context.page.view.viewport.height
      ? await context.page.aim.section(section)
      : await context.page.aim.control(control);
  context.page.scrolledTo(Math.max(0, (section?.box.y ?? y) - 80));
  return [{ do: 'wide' }, { do: 'glide', target }, { ...glance }];
}

/** Finds a control again after the page was read anew. Its id has changed, but its name has not. */
export const sameControl = (context: ClauseContext, { name, hint, role, box }: Control): Control | null =>
  context.page.view.controls
    .filter((control) => control.name === name && control.hint === hint && control.role === role)
    .sort((a, b) => Math.abs(a.box.y - box.y) - Math.abs(b.box.y - box.y))[0] ?? null;
