import { shorten } from '../../text.ts';
import type { PageView } from '../page/view.ts';
import type { Deed } from '../prompt/deed.ts';
import type { Shot, ShotAction } from '../storyboard/shots.ts';
import { glance, hold, sceneOf } from '../storyboard/stage.ts';
import type { Performed } from './performer.ts';

/** A deed that was done, and the acts that did it. */
export interface DoneDeed {
  deed: Deed;
  acts: readonly Performed[];
}

/** The shots of the deeds. Ways on have scenes of their own; the fields of one form share a scene. */
export function filmDeeds(done: readonly DoneDeed[], view: Pick<PageView, 'scroll' | 'viewport'>): Shot[] {
  let top = view.scroll.y;
  return done.flatMap(({ deed, acts }) =>
    scenesOf(acts).map((scene, index, all) => {
      const isLast = index === all.length - 1;
      const actions: ShotAction[] = [];
      for (const act of scene) {
        if (act.leavesPage) top = 0;
        actions.push(...approach(act, view, top), ...actionsOf(act));
      }
      actions.push(hold(isLast ? 1.4 : 1));
      const what = scene.at(-1)?.what ?? '';
      return {
        scene: sceneOf(
          null,
          shorten(what, 120),
          `The prompt says “${shorten(deed.said, 120)}”.`,
          scene.map(({ item }) => item.name || item.labels[0] || item.kind),
        ),
        actions,
        value: 130,
        intent: shorten(deed.said, 200),
      };
    }),
  );
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
export function actionsOf({ do: how, target, hovered, value, item, leavesPage }: Performed): ShotAction[] {
  switch (how) {
    case 'type':
    case 'set':
      return [{ do: 'change', target, value: value ?? '' }];
    case 'enter':
      return [{ do: 'key', key: 'Enter' }];
    case 'press':
    case 'double-press': {
      const offset = { x: Math.round(item.box.width / 2), y: Math.round(item.box.height / 2) };
      return [
        ...(hovered ? [{ do: 'hover' as const, target: hovered }] : []),
        { do: 'press', target, offset, leavesPage, ...(how === 'double-press' && { twice: true as const }) },
      ];
    }
  }
}
