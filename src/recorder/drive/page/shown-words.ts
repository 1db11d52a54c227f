/** What the film writes over the page: a caption, and the keys of a shortcut. Each is there until its time is over. */
export class ShownWords {
  #caption: { text: string; untilMs: number } | null = null;
  #keys: { faces: string[]; untilMs: number } | null = null;

  /** @param text the empty text ends the caption */
  showCaption(text: string, untilMs: number): void {
    this.#caption = text === '' ? null : { text, untilMs };
  }

  showKeys(faces: string[], untilMs: number): void {
    this.#keys = { faces, untilMs };
  }

  /** What a frame at `timeMs` has. Times must not go back. */
  at(timeMs: number): { caption: string | null; keys?: string[] } {
    if (this.#caption && this.#caption.untilMs <= timeMs) this.#caption = null;
    if (this.#keys && this.#keys.untilMs <= timeMs) this.#keys = null;
    return { caption: this.#caption?.text ?? null, ...(this.#keys && { keys: this.#keys.faces }) };
  }
}
