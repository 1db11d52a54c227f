import { shorten } from '../../text.ts';
import { terms } from '../language/terms.ts';
import { words } from '../language/words.ts';
import { leastNamedScore } from '../match/interest.ts';
import { rankPlaces } from '../match/passages.ts';
import type { Control, Section } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import type { ShotAction, Target } from '../storyboard/shots.ts';
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
  const shot = await sectionShot(context.page, {
    section: best.section,
    why: `${because(clause)} Nothing to press goes by that name, so what it speaks of is shown.`,
    evidence: best.evidence,
    value: 108,
  });
  context.page.scrolledTo(best.section.box.y);
  context.storyboard.add({ ...shot, intent: clause.said });
}

/**
 * Points at a control that must not be pressed. The plan says why.
 * @param aimed the way to the control and its target, where these were found before the page was read again
 */
export async function pointOnly(
  context: ClauseContext,
  clause: Clause,
  control: Control,
  aimed?: { way: ShotAction[]; target: Target; section: Section | null },
): Promise<void> {
  const why = control.danger
    ? `${because(clause)} A demo does not press what may be a ${control.danger}; it points at it.`
    : `${because(clause)} It leads away from the site, so the film points at it and stays.`;
  const target = aimed?.target ?? (await context.page.aim.control(control));
  const way = aimed?.way ?? (await approach(context, control));
  const actions: ShotAction[] = [...way, { do: 'hover', target }, hold(1.2, target)];
  const section = aimed ? aimed.section : sectionOf(context, control);
  context.storyboard.add({
    scene: sceneOf(section, `Point at “${control.name}”`, why, [control.name]),
    actions,
    value: 120,
    isAside: true,
    intent: clause.said,
  });
}

export async function changeValue(
  context: ClauseContext,
  clause: Clause,
  control: Control,
  value: string,
  what: string,
  after: ShotAction[] = [],
): Promise<void> {
  const target = await context.page.aim.control(control);
  const actions: ShotAction[] = [
    ...(await approach(context, control)),
    { do: 'change', target, value },
    ...after,
    hold(1),
  ];
  context.storyboard.add({
    scene: sceneOf(sectionOf(context, control), what, because(clause), [control.name || control.hint]),
    actions,
    value: 130,
    intent: clause.said,
  });
  context.page.filled(control.form);
  if (context.clause.isLast) return;
  await context.page.play({ kind: 'change', control, value });
  context.page.filled(sameControl(context, control)?.form ?? null);
}

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
