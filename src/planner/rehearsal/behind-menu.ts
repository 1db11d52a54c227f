import { type Match, matchControl } from '../match/match.ts';
import { isPressable } from '../page/observe.ts';
import type { Control, PageView } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { pressActions } from '../storyboard/press.ts';
import { hold, sceneOf } from '../storyboard/stage.ts';
import type { ClauseContext } from './context.ts';
import { approach, sameControl, sectionOf } from './moves.ts';

/** A navigation bar that shows more links than this keeps none behind a menu. */
const fewLinks = 2;

/**
 * Opens the page's menu and looks for the control in it. Many phone menus are created only when they are opened, so this is
 * tried where nothing on the page fits the clause. A menu without a match is closed again.
 */
export async function lookIntoMenu(context: ClauseContext, clause: Clause): Promise<Match | null> {
  const menu = unseenMenu(context.page.view);
  if (!menu) return null;
  const section = sectionOf(context, menu);
  const actions = [
    ...(await approach(context, menu)),
    ...(await pressActions(context.page, menu)),
    hold(0.6),
  ];
  await context.page.play({ kind: 'press', control: menu });
  const match = matchControl(context.page.view, clause, context.page.top);
  if (!match) {
    const open = sameControl(context, menu);
    if (open) await context.page.play({ kind: 'press', control: open });
    return null;
  }
  context.storyboard.add({
    scene: sceneOf(section, `Open “${menu.name}”`, `“${match.control.name}” is inside.`, [menu.name]),
    actions,
    value: 129,
    intent: `Open “${menu.name}” to reach “${match.control.name}”`,
  });
  return match;
}

function unseenMenu({ controls }: PageView): Control | null {
  const inBar = controls.filter(({ navigation, visible }) => navigation && visible);
  if (inBar.filter(({ purpose }) => purpose === 'navigate').length > fewLinks) return null;
  const isClosed = (control: Control) =>
    control.purpose === 'menu' && control.expanded !== true && control.href === null && isPressable(control);
  const menus = inBar.filter(isClosed);
  return menus.find(({ id }) => !controls.some(({ opener }) => opener === id)) ?? null;
}
