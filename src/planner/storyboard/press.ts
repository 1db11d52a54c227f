import type { Control } from '../page/view.ts';
import type { ShotAction } from './shots.ts';
import type { Stage } from './stage.ts';

/** Presses the middle of a control. A link to another page ends the camera's close-up. */
export async function pressActions({ aim }: Pick<Stage, 'aim'>, control: Control): Promise<ShotAction[]> {
  const target = await aim.control(control);
  const { width, height } = control.box;
  const leavesPage = control.href !== null && !control.inPage;
  return [
    {
      do: 'press',
      target,
      offset: { x: Math.round(width / 2), y: Math.round(height / 2) },
      leavesPage,
      ...(control.href !== null && control.inPage && { glides: true as const }),
    },
  ];
}
