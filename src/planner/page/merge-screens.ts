import { boxInFrame } from './merge-frames.ts';
import type { Screen } from './screen.ts';
import type { Box, RawFrame } from './view.ts';

/**
 * Adds what is seen in a frame to the screen, at the place where a viewer sees it. The frame's page becomes a panel of the
 * innermost thing around the frame. Ids are raised by `base`.
 */
export function graftScreen(screen: Screen, inner: Screen, frame: RawFrame, base: number): Screen {
  const first = screen.things.length;
  const home = thingAround(screen, frame.box);
  const place = (box: Box) => boxInFrame(box, frame.box, inner.scroll);
  const things = inner.things.map((thing) => ({
    ...thing,
    id: thing.id + base,
    kind: thing.parent === null ? ('panel' as const) : thing.kind,
    parent: thing.parent === null ? home : thing.parent + first,
    box: thing.parent === null ? frame.box : place(thing.box),
    // A frame covers nothing but itself.
    isModal: false,
  }));
  const items = inner.items.map((item) => ({
    ...item,
    id: item.id + base,
    owner: item.owner + first,
    box: place(item.box),
  }));
  return { ...screen, things: [...screen.things, ...things], items: [...screen.items, ...items] };
}

/** Whether a frame can be used: it is not behind a modal box. */
export function isUsable(screen: Screen, { box }: RawFrame): boolean {
  const modal = screen.things.find(({ isModal }) => isModal);
  return modal === undefined || holds(modal.box, box);
}

const thingAround = ({ things }: Screen, box: Box) =>
  things.reduce((best, thing, index) => (holds(thing.box, box) ? index : best), 0);

const holds = (outer: Box, { x, y, width, height }: Box) => {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return (
    middleX >= outer.x &&
    middleX <= outer.x + outer.width &&
    middleY >= outer.y &&
    middleY <= outer.y + outer.height
  );
};
