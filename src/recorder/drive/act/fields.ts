import type { ElementHandle, KeyInput } from 'puppeteer-core';
import type { FrameEmitter, Frames } from '../frame-emitter.ts';
import { typingTimes } from '../pace/typing.ts';

/** How a field gets its value: by keys, by a click (unless it has the value already), or by setting the value. */
export type FieldKind = 'typed' | 'toggled' | 'toggled already' | 'set';

/**
 * How `value` gets into the field. Drop-down lists and colour and date pickers are drawn by the operating system: they are not in any
 * picture, and a real click would leave them open. The value of such a field is set.
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
  emitter.noteInput();
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
    emitter.noteInput();
    // Where the keyboard has a key for the character, it is pressed, with all its events. Other characters (é, 漢) are inserted as an input
    // method inserts them.
    const typed = /^[ -~]$/.test(character)
      ? page.keyboard.press(character as KeyInput)
      : page.keyboard.sendCharacter(character);
    emitter.input.awaitBeforeFrame(typed);
  }
  yield* emitter.shoot(endMs / speed - clock);
}

/** Runs in the page. */
function kindOfField(element: Element, value: string): FieldKind {
  if (element instanceof HTMLSelectElement) return 'set';
  if (!(element instanceof HTMLInputElement)) return 'typed';
  if (/^(checkbox|radio)$/.test(element.type)) {
    const wanted = !/^(false|off|no|0|)$/i.test(value);
    return element.checked === wanted ? 'toggled already' : 'toggled';
  }
  return /^(text|email|password|search|url|tel|number|)$/.test(element.type) ? 'typed' : 'set';
}

/** Runs in the page: selects the field's old content, so that the first typed character replaces it. */
function selectContent(element: Element): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
  else getSelection()?.selectAllChildren(element);
}

/** Runs in the page. */
function setValue(element: Element, value: string): void {
  if (element instanceof HTMLSelectElement) {
    const wanted = value.trim().toLowerCase();
    const option = [...element.options].find(
      (each) => each.value === value || each.text.trim().toLowerCase() === wanted,
    );
    if (option) element.value = option.value;
  } else if (element instanceof HTMLInputElement) {
    // Frameworks that observe `value` notice a change only by the browser's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
  }
  element.dispatchEvent(new Event('input', { bubbles: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
