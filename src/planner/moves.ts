import { shorten } from '../text.ts';
import { spokenOf } from './choice.ts';
import type { Clause } from './clauses.ts';
import type { Rehearsing } from './context.ts';
import { terms } from './language/terms.ts';
import { words } from './language/words.ts';
import { rankPlaces } from './passages.ts';
import type { ShotAction, Target } from './shots.ts';
import { glance, hold, sceneOf, sectionShot } from './stage.ts';
import type { Control, Section } from './view.ts';

/** What the functions that act on a clause (`act-*.ts`) have in common. */

export const because = (clause: Clause) => `The prompt says “${shorten(clause.said, 120)}”.`;
export const sectionOf = (at: Rehearsing, control: Control) =>
  at.view.sections.find(({ id }) => id === control.section) ?? null;

/**
 * Handles a clause that no control fits. If a section fits its words, the film shows that section and the plan says so.
 * Otherwise the clause is noted as unmet.
 */
export async function showInstead(at: Rehearsing, clause: Clause): Promise<void> {
  const best = rankPlaces(at.view.sections, clause.object)[0];
  const asked = words(clause.object).filter(({ raw }) => terms(raw).some((term) => !term.startsWith('#')));
  const covered = asked.filter(({ raw }) => best?.evidence.includes(raw)).length;
  // More than half of the words have to match, since one word of two is a coincidence: "quantum settings" is not "Set up in an
  // afternoon".
  if (!best || best.score < spokenOf || covered <= asked.length / 2) return at.miss(clause.said);
  const shot = await sectionShot(at, {
    section: best.section,
    why: `${because(clause)} Nothing to press goes by that name, so what it speaks of is shown.`,
    evidence: best.evidence,
    value: 108,
  });
  at.top = best.section.box.y;
  at.add({ ...shot, intent: clause.said });
}

/**
 * Points at a control that must not be pressed. The plan says why.
 * @param aimed the way to the control and its target, where these were found before the page was read again
 */
export async function pointOnly(
  at: Rehearsing,
  clause: Clause,
  control: Control,
  aimed?: { way: ShotAction[]; target: Target; section: Section | null },
): Promise<void> {
  const why = control.danger
    ? `${because(clause)} A demo does not press what may be a ${control.danger}; it points at it.`
    : `${because(clause)} It leads away from the site, so the film points at it and stays.`;
  const target = aimed?.target ?? (await at.aim.control(control));
  const way = aimed?.way ?? (await approach(at, control));
  const beats: ShotAction[] = [...way, { do: 'hover', target }, hold(1.2, target)];
  const section = aimed ? aimed.section : sectionOf(at, control);
  at.add({
    scene: sceneOf(section, `Point at “${control.name}”`, why, [control.name]),
    beats,
    value: 120,
    isAside: true,
    intent: clause.said,
  });
}

export async function changeValue(
  at: Rehearsing,
  clause: Clause,
  control: Control,
  value: string,
  what: string,
  after: ShotAction[] = [],
): Promise<void> {
  const target = await at.aim.control(control);
  const beats: ShotAction[] = [
    ...(await approach(at, control)),
    { do: 'change', target, value },
    ...after,
    hold(1),
  ];
  at.add({
    scene: sceneOf(sectionOf(at, control), what, because(clause), [control.name || control.hint]),
    beats,
    value: 130,
    intent: clause.said,
  });
  at.form = control.form;
  if (at.last) return;
  await at.play({ kind: 'change', control, value });
  at.form = sameControl(at, control)?.form ?? null;
}

/**
 * The shot actions that bring a control onto the screen. They scroll only where it is neither on the screen already nor in the
 * header, which stays on the screen.
 */
export async function approach(at: Rehearsing, control: Control): Promise<ShotAction[]> {
  const section = sectionOf(at, control);
  const { y, height } = control.box;
  const seen = y >= at.top && y + height <= at.top + at.view.viewport.height;
  if (seen || section?.kind === 'header') return [{ do: 'wide' }];
  const target =
    section && section.box.height < 1.1 * at.view.viewport.height
      ? await at.aim.section(section)
      : await at.aim.control(control);
  at.top = Math.max(0, (section?.box.y ?? y) - 80);
  return [{ do: 'wide' }, { do: 'glide', target }, { ...glance }];
}

/** Finds a control again after the page was read anew. Its id has changed, but its name has not. */
export const sameControl = (at: Rehearsing, { name, hint, role, box }: Control): Control | null =>
  at.view.controls
    .filter((control) => control.name === name && control.hint === hint && control.role === role)
    .sort((a, b) => Math.abs(a.box.y - box.y) - Math.abs(b.box.y - box.y))[0] ?? null;
