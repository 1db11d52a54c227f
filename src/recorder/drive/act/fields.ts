import type { ElementHandle, KeyInput } from 'puppeteer-core';
import type { FrameEmitter } from '../frame-emitter.ts';
import { typingTimes } from '../pace/typing.ts';
import type { Frames } from './aim.ts';

/** What a field wants: keys, a click that changes its state, or simply a value. */
export type FieldKind = 'typed' | 'toggled' | 'toggled already' | 'set';

/**
 * How `value` gets into the field. A list that drops down and a colour or date picker are drawn by the operating system
 * and never show in a picture, and a real click on one would leave it open: such a field only gets its value.
 */
export const fieldKind = (emitter: FrameEmitter, element: ElementHandle<Element>, value: string) =>
  emitter.tab.askOf(element, kindOfField, value);

/** Puts `value` into a field that has been clicked. */
export async function* fillIn(
  emitter: FrameEmitter,
  element: ElementHandle<Element>,
  given: { kind: FieldKind; value: string; speed: number },
): Frames {
  const { kind, value, speed } = given;
  if (kind === 'typed') yield* type(emitter, element, value, speed);
  if (kind !== 'set') return;
  await emitter.tab.askOf(element, setValue, value);
  emitter.noteAction();
  yield* emitter.shoot(300 / speed);
}

async function* type(
  emitter: FrameEmitter,
  element: ElementHandle<Element>,
  value: string,
  speed: number,
): Frames {
  const { page } = emitter.session;
  await emitter.tab.askOf(element, selectContent);
  const { atMs, endMs } = typingTimes(value);
  let clock = 0;
  for (const [index, character] of [...value].entries()) {
    const dueMs = (atMs[index] ?? 0) / speed;
    yield* emitter.shoot(dueMs - clock);
    clock = dueMs;
    if (emitter.isFull) return;
    emitter.noteAction();
    // A key with its events where the keyboard has one; else (é, 漢) the character alone, as an input method gives it.
    const typed = /^[ -~]$/.test(character)
      ? page.keyboard.press(character as KeyInput)
      : page.keyboard.sendCharacter(character);
    emitter.pointer.also(typed);
  }
  yield* emitter.shoot(endMs / speed - clock);
}

function kindOfField(element: Element, value: string): FieldKind {
  if (element instanceof HTMLSelectElement) return 'set';
  if (!(element instanceof HTMLInputElement)) return 'typed';
  if (/^(checkbox|radio)$/.test(element.type)) {
    const wanted = !/^(false|off|no|0|)$/i.test(value);
    return element.checked === wanted ? 'toggled already' : 'toggled';
  }
  return /^(text|email|password|search|url|tel|number|)$/.test(element.type) ? 'typed' : 'set';
}

/** What was there is replaced by the first character typed. */
function selectContent(element: Element): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
  else getSelection()?.selectAllChildren(element);
}

function setValue(element: Element, value: string): void {
  if (element instanceof HTMLSelectElement) {
    const wanted = value.trim().toLowerCase();
    const option = [...element.options].find(
      (each) => each.value === value || each.text.trim().toLowerCase() === wanted,
    );
    if (option) element.value = option.value;
  } else if (element instanceof HTMLInputElement) {
    // Frameworks that watch `value` only believe the browser's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
  }
  element.dispatchEvent(new Event('input', { bubbles: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
