import type { KeyInput } from 'puppeteer-core';
import { settled } from '../../browser/index.ts';
import type { KeptField } from '../field/keep-field.ts';
import type { FrameEmitter, Frames } from '../frame-emitter.ts';
import { typingTimes } from '../pace/typing.ts';
import { nullUnlessFault } from '../page/unanswered.ts';

// How often a text that the page has lost is typed again. After that it is put in at once.
const mostRetypes = 2;
// How often a field that is gone is searched for by the step's selectors.
const mostSearches = 3;
// After how many characters the page is asked at once what it made of them. An ordinary page is then asked only before each character.
const askedAtOnce = 2;
// How long a key is waited for. It is the time that a frame waits for it.
const keyMs = 250;

/** How long a value that was put in at once is shown. */
export const afterPutMs = 300;

/** A field, and how to find it by the step's selectors when it is gone. */
export interface FieldHold {
  kept: KeptField;
  findAgain(): Promise<KeptField | null>;
}

/** Types `value` into a field that has been clicked. Returns what there is to say of it in the recording log, if anything. */
export async function* typeText(
  emitter: FrameEmitter,
  field: FieldHold,
  value: string,
  speed: number,
): Frames<string | undefined> {
  const typist = new Typist(emitter, field);
  await field.kept.begin();
  const { atMs, endMs } = typingTimes(value);
  let clock = 0;
  let typed = '';
  for (const [index, character] of [...value].entries()) {
    const dueMs = (atMs[index] ?? 0) / speed;
    yield* emitter.shoot(dueMs - clock);
    clock = dueMs;
    if (emitter.isFull) return undefined;
    emitter.noteInput();
    emitter.hideCursor();
    await typist.type(typed, character);
    typed += character;
  }
  yield* emitter.shoot(endMs / speed - clock);
  return yield* typist.finish(value, speed);
}

/** Presses keys only while the field has the focus: elsewhere they are the page's commands. */
class Typist {
  readonly #emitter: FrameEmitter;
  #field: FieldHold;
  #retypes = 0;
  #searches = 0;
  #isBehind = false;
  /** The page has changed the field as the text was typed. */
  #isRestless = false;

  constructor(emitter: FrameEmitter, field: FieldHold) {
    this.#emitter = emitter;
    this.#field = field;
  }

  /** Types one character behind `typed`. A field that is drawn anew at each key has the focus again before the next frame. */
  async type(typed: string, character: string): Promise<void> {
    // A timer of the page may have drawn the field anew since the last character.
    this.#isBehind = !(await this.#keep(typed));
    if (this.#isBehind) return;
    await this.#press(character);
    if (this.#isRestless || typed.length < askedAtOnce) await this.#keep(typed + character);
  }

  async *finish(value: string, speed: number): Frames<string | undefined> {
    if (this.#emitter.document.isLeaving) return undefined;
    if (this.#isBehind) this.#isBehind = !(await this.#keep(value));
    let verdict = await this.#ask((kept) => kept.verdict(value));
    if (verdict === 'lost') {
      this.#emitter.noteInput();
      await this.#ask((kept) => kept.put(value, true));
      yield* this.#emitter.shoot(afterPutMs / speed);
      verdict = await this.#ask((kept) => kept.verdict(value));
    }
    if (verdict === 'same') return undefined;
    if (this.#isBehind) return 'The field was gone before all of the text was typed.';
    return verdict === 'other text' || verdict === 'lost' ? otherText : undefined;
  }

  /** Returns whether the next key goes to the field. */
  async #keep(text: string): Promise<boolean> {
    if (this.#emitter.document.isLeaving) return true;
    let state = await this.#look(text);
    while (state === 'lost' && this.#retypes < mostRetypes) {
      this.#retypes++;
      const missing = (await this.#ask((kept) => kept.missing(text))) ?? '';
      const shown = text.slice(0, text.length - missing.length);
      await this.#retype(shown, missing);
      state = await this.#look(text);
    }
    if (state !== 'lost') return state !== 'gone';
    await this.#ask((kept) => kept.put(text, false));
    return (await this.#look(text)) !== 'gone';
  }

  async #retype(shown: string, missing: string): Promise<void> {
    let typed = shown;
    for (const character of missing) {
      await this.#press(character);
      typed += character;
      const state = await this.#look(typed);
      if (state === 'lost' || state === 'gone') return;
    }
  }

  async #look(text: string) {
    const state = (await this.#ask((kept) => kept.look(text))) ?? 'gone';
    if (state !== 'kept') this.#isRestless = true;
    if (state !== 'gone' || this.#searches >= mostSearches) return state;
    const kept = await this.#field.findAgain();
    if (!kept) {
      this.#searches++;
      return 'gone';
    }
    this.#field = { ...this.#field, kept };
    return (await this.#ask(() => kept.look(text))) ?? 'gone';
  }

  /** Null where the page with the field is gone. */
  #ask<T>(question: (kept: KeptField) => Promise<T>): Promise<T | null> {
    return question(this.#field.kept).catch(nullUnlessFault);
  }

  async #press(character: string): Promise<void> {
    const { keyboard } = this.#emitter.session.page;
    // Where the keyboard has a key for the character, it is pressed, with all its events. Other characters (é, 漢) are inserted as an input
    // method inserts them.
    const pressed = /^[ -~]$/.test(character)
      ? keyboard.press(character as KeyInput)
      : keyboard.sendCharacter(character);
    this.#emitter.input.awaitBeforeFrame(pressed);
    await settled(pressed, keyMs);
  }
}

export const otherText = 'The field shows another text than the step gives it.';
