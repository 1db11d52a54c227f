import type { Camera } from '../../contract/take-frame.ts';
import { isOver, type Motion, minimumJerk, progressOf } from '../pace/motion.ts';

/** Where the camera is, and its movement to where it was sent. */
export class CameraMotion {
  #at: Camera;
  #motion: (Motion & { from: Camera; to: Camera }) | null = null;

  constructor(at: Camera) {
    this.#at = at;
  }

  get at(): Camera {
    return this.#at;
  }

  get isMoving(): boolean {
    return this.#motion !== null;
  }

  /** Returns false where the camera is there already. */
  moveTo(to: Camera, motion: Motion): boolean {
    if (sameCamera(this.#at, to)) return false;
    this.#motion = { ...motion, from: this.#at, to };
    return true;
  }

  cutTo(at: Camera): void {
    this.#at = at;
    this.#motion = null;
  }

  /** Moves the camera to where it is at `timeMs`. */
  advance(timeMs: number): void {
    const motion = this.#motion;
    if (!motion) return;
    this.#at = between(motion.from, motion.to, progressOf(motion, timeMs));
    if (!isOver(motion, timeMs)) return;
    this.#at = motion.to;
    this.#motion = null;
  }

  /** How long the camera will still move after `timeMs`. */
  leftMs(timeMs: number): number {
    const motion = this.#motion;
    return motion ? Math.max(0, motion.startMs + motion.durationMs - timeMs) : 0;
  }
}

/** The camera on its way from one place to another. The logarithm of the zoom changes evenly, so that its speed looks even. */
export function between(from: Camera, to: Camera, progress: number): Camera {
  const t = minimumJerk(progress);
  const zoom = 2 ** (Math.log2(from.zoom) + (Math.log2(to.zoom) - Math.log2(from.zoom)) * t);
  if (Math.abs(to.zoom - from.zoom) < 1e-6)
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t, zoom };
  // The position follows the size of the view. The point that ends in the middle then moves there in a straight line.
  const share = (1 / from.zoom - 1 / zoom) / (1 / from.zoom - 1 / to.zoom);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, zoom };
}

export const sameCamera = (a: Camera, b: Camera) =>
  Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && Math.abs(a.zoom - b.zoom) < 0.005;
