import type { ElementHandle, KeyInput } from 'puppeteer-core';
import type { Shots } from './aim.ts';
import type { Film } from './film.ts';
import { typingTimes } from './typing.ts';

/** Puts `value` into a field the way its kind asks for: typed, chosen or set. The field already has the focus. */
export async function* fillIn(
  film: Film,
  element: ElementHandle<Element>,
  value: string,
  speed: number,
): Shots {
  const kind = await film.tab.askOf(element, kindOfField);
  if (kind === 'typed') yield* type(film, element, value, speed);
  else {
    await film.tab.askOf(element, setValue, value);
    film.noteAction();
    yield* film.shoot(300 / speed);
  }
}

async function* type(film: Film, element: ElementHandle<Element>, value: string, speed: number): Shots {
  const { page } = film.session;
  await film.tab.askOf(element, selectContent);
  const { atMs, endMs } = typingTimes(value);
  let clock = 0;
  for (const [index, character] of [...value].entries()) {
    const dueMs = (atMs[index] ?? 0) / speed;
    yield* film.shoot(dueMs - clock);
    clock = dueMs;
    if (film.isFull) return;
    film.noteAction();
    // A key with its events where the keyboard has one; else (é, 漢) the character alone, as an input method gives it.
    const typed = /^[ -~]$/.test(character)
      ? page.keyboard.press(character as KeyInput)
      : page.keyboard.sendCharacter(character);
    film.pointer.also(typed);
  }
  yield* film.shoot(endMs / speed - clock);
}

function kindOfField(element: Element): 'typed' | 'set' {
  if (element instanceof HTMLInputElement)
    return /^(text|email|password|search|url|tel|number|)$/.test(element.type) ? 'typed' : 'set';
  return element instanceof HTMLSelectElement ? 'set' : 'typed';
}

/** What was there is replaced by the first character typed. */
function selectContent(element: Element): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
  else getSelection()?.selectAllChildren(element);
}

// A list that drops down is drawn by the operating system and never shows in a picture: the choice is made at once.
function setValue(element: Element, value: string): void {
  if (element instanceof HTMLSelectElement) {
    const wanted = value.trim().toLowerCase();
    const option = [...element.options].find(
      (each) => each.value === value || each.text.trim().toLowerCase() === wanted,
    );
    if (option) element.value = option.value;
  } else if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
    const wanted = !/^(false|off|no|0|)$/i.test(value);
    if (element.checked !== wanted) element.click();
    return;
  } else if (element instanceof HTMLInputElement) {
    // Frameworks that watch `value` only believe the browser's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
  }
  element.dispatchEvent(new Event('input', { bubbles: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
