import type { Match } from '../match/match.ts';
import { isPressable } from '../page/observe.ts';
import type { Control } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { pressActions } from '../storyboard/press.ts';
import type { ShotAction } from '../storyboard/shots.ts';
import { hold, sceneOf } from '../storyboard/stage.ts';
import type { ClauseContext } from './context.ts';
import { approach, because, sameControl, showInstead } from './moves.ts';

/** Opens what hides a control (a menu, a tab, a menu in a menu) and finds the control again. */
export async function reveal(
  context: ClauseContext,
  clause: Clause,
  folded: Control,
  depth = 0,
): Promise<Match | null> {
  const openerOf = (control: Control) => context.page.view.controls.find(({ id }) => id === control.opener);
  const outer = openerOf(folded);
  if (outer && !outer.visible && outer.opener !== null && depth < 3)
    await reveal(context, clause, outer, depth + 1);
  const hidden = sameControl(context, folded) ?? folded;
  const opener = openerOf(hidden);
  if (!opener?.visible || !isPressable(opener)) {
    if (depth === 0) await showInstead(context, clause);
    return null;
  }
  const before = context.page.view;
  const way = await approach(context, opener);
  const pressed = await pressActions(context.page, opener);
  const [resting, hiddenTarget] = [
    await context.page.aim.control(opener),
    await context.page.aim.control(hidden),
  ];
  const opened =
    opener.href && !opener.inPage ? false : await context.page.play({ kind: 'press', control: opener });
  const found = opened ? sameControl(context, hidden) : null;
  const shown = found?.visible === true;
  // What a press does not open is opened by hovering, as far as the page tells.
  const act: ShotAction[] = shown ? pressed : [{ do: 'hover', target: resting }];
  const stays = !shown && context.page.hovered === opener.name;
  context.page.rests(shown ? null : opener.name);
  if (!stays)
    context.storyboard.add({
      scene: sceneOf(
        before.sections.find(({ id }) => id === opener.section) ?? null,
        `Open “${opener.name}”`,
        `“${hidden.name}” is inside.`,
        [opener.name],
      ),
      actions: [...way, ...act, hold(0.6)],
      value: 129,
      intent: `Open “${opener.name}” to reach “${hidden.name}”`,
    });
  if (shown) return { control: found, score: 9, evidence: [found.name] };
  if (!isPressable(hidden)) return null;
  const leavesPage = hidden.href !== null && !hidden.inPage;
  context.storyboard.add({
    scene: sceneOf(null, `Press “${hidden.name}”`, because(clause), [hidden.name]),
    actions: [{ do: 'press', target: hiddenTarget, offset: { x: 8, y: 8 }, leavesPage }, hold(1.4)],
    value: 130,
    intent: clause.said,
  });
  const again = context.page.view.controls.find(
    ({ href, name }) => href === hidden.href && name === hidden.name,
  );
  if (again && isWorthPlaying(context, again)) await context.page.play({ kind: 'press', control: again });
  return null;
}

/** The rehearsal never plays a submission. It plays the prompt's last press only where that leads to another view. */
export const isWorthPlaying = (context: ClauseContext, control: Control) =>
  control.purpose !== 'submit' &&
  (!context.clause.isLast || control.href !== null || /tab|toggle|menu|accordion/.test(control.purpose));
