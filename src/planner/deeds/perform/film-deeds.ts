import { shorten } from '../../../text.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { PageView } from '../../page/view.ts';
import type { Deed } from '../../prompt/deed.ts';
import type { Shot, ShotAction } from '../../storyboard/shots.ts';
import { glance, hold, sceneOf } from '../../storyboard/stage.ts';
import { type Performed, pressableIn } from './performer.ts';

/** Acts that are filmed, and what is shown after them. */
export interface Filmed {
  deed: Pick<Deed, 'said'>;
  acts: readonly Performed[];
  seen?: Shot | null;
  /** Why, where that is known in other words than the prompt's. */
  told?: { why: string; evidence: string[] };
}

/** A deed that was done, and the acts that did it. */
export interface DoneDeed extends Filmed {
  deed: Deed;
}

/** The shots of the deeds. Ways on have scenes of their own; the fields of one form share a scene. */
export function filmDeeds(done: readonly Filmed[], view: Pick<PageView, 'scroll' | 'viewport'>): Shot[] {
  let top = view.scroll.y;
  return done.flatMap(({ deed, acts, seen, told }) => [
    ...scenesOf(acts).map((scene, index, all) => {
      const isLast = index === all.length - 1;
      const actions: ShotAction[] = [];
      for (const act of scene) {
        if (act.leavesPage) top = 0;
        actions.push(...approach(act, view, top), ...actionsOf(act));
      }
      if (isLast) actions.push(...leaving(scene.at(-1)));
      actions.push(hold(isLast ? 1.4 : 1));
      const what = scene.at(-1)?.what ?? '';
      return {
        scene: sceneOf(
          null,
          shorten(what, 120),
          told?.why || `The prompt says “${shorten(deed.said, 120)}”.`,
          told && told.evidence.length > 0
            ? told.evidence
            : scene.map(({ item }) => item.name || item.labels[0] || item.kind),
        ),
        actions,
        value: 130,
        intent: shorten(deed.said, 200),
      };
    }),
    ...(seen ? [seen] : []),
  ]);
}

/** Acts that belong together: one way on, one field with all that it takes, the last press. */
function scenesOf(acts: readonly Performed[]): Performed[][] {
  const scenes: Performed[][] = [];
  for (const act of acts) {
    const last = scenes.at(-1);
    const joins = last?.[0]?.part === 'field' && act.part === 'field' && last.length < 6;
    if (joins) last.push(act);
    else scenes.push([act]);
  }
  return scenes;
}

function approach({ item }: Performed, { viewport }: Pick<PageView, 'viewport'>, top: number): ShotAction[] {
  const { y, height } = item.box;
  const isSeen = y >= top && y + height <= top + viewport.height;
  return isSeen ? [{ do: 'wide' }] : [{ do: 'wide' }, { ...glance }];
}

/** What films an act, apart from the way to it. */
export function actionsOf({
  do: how,
  target,
  hovered,
  value,
  item,
  before,
  leavesPage,
}: Performed): ShotAction[] {
  switch (how) {
    case 'type':
    case 'set':
      return [{ do: 'change', target, value: value ?? '' }];
    case 'enter':
      return [{ do: 'key', key: 'Enter' }];
    case 'press':
    case 'double-press':
    case 'menu-press': {
      const offset = spotOn(item, before);
      return [
        ...(hovered ? [{ do: 'hover' as const, target: hovered }] : []),
        { do: 'press', target, offset, leavesPage, ...(how !== 'press' && { how }) },
      ];
    }
  }
}

/** What keeps its text when it is left is left at the end: whoever presses something else next leaves it anyway. */
const leaving = (last: Performed | undefined): ShotAction[] =>
  last?.do === 'type' && last.wrote > 0 ? [{ do: 'key', key: 'Tab' }] : [];

/** Where to press an item: in its middle, unless something else in it would be pressed there, as in a card full of buttons. */
export function spotOn(item: Item, screen: Screen): { x: number; y: number } {
  const { x, y, width, height } = item.box;
  const inner = pressableIn(item, screen);
  const shares = [0.5, 0.25, 0.75, 0.1, 0.9];
  const spots = shares.flatMap((down) => shares.map((across) => ({ x: width * across, y: height * down })));
  const isFree = (spot: { x: number; y: number }) =>
    !inner.some(
      ({ box }) =>
        x + spot.x >= box.x &&
        x + spot.x <= box.x + box.width &&
        y + spot.y >= box.y &&
        y + spot.y <= box.y + box.height,
    );
  const edge = { x: 3, y: 3 };
  const spot = [...spots, edge].find(isFree) ?? { x: width / 2, y: height / 2 };
  return { x: Math.round(spot.x), y: Math.round(spot.y) };
}
