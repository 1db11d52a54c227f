import type { TakeFrame } from '../../contract/take-frame.ts';

/** Pictures that follow each other this closely show a movement. A caret that blinks brings one in half a second. */
const togetherMs = 150;

/** Follows a film's frames, and knows when its picture moved last: the page, the camera, the cursor or a caption. */
export class PictureMotion {
  #movedAtMs: number;
  #pictureAtMs = Number.NEGATIVE_INFINITY;
  #stance = '';

  /** @param fromMs until then the picture moves in any case */
  constructor(fromMs: number) {
    this.#movedAtMs = fromMs;
  }

  get movedAtMs(): number {
    return this.#movedAtMs;
  }

  note({ image, click, camera, cursor, caption, timeMs }: TakeFrame): void {
    const { shape: _, ...place } = cursor;
    const stance = JSON.stringify([camera, place, caption]);
    const isMoved =
      stance !== this.#stance ||
      click !== null ||
      (image !== null && timeMs - this.#pictureAtMs <= togetherMs);
    this.#stance = stance;
    if (image) this.#pictureAtMs = timeMs;
    if (isMoved) this.#movedAtMs = Math.max(this.#movedAtMs, timeMs);
  }
}
