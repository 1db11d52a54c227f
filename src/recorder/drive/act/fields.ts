import type { ElementHandle } from 'puppeteer-core';
import type { Step } from '../../contract/script.ts';
import { type Found, isFound } from '../element/found.ts';
import { locate } from '../element/locate.ts';
import { keepField } from '../field/keep-field.ts';
import type { FrameEmitter, Frames } from '../frame-emitter.ts';
import { nullUnlessFault } from '../page/unanswered.ts';
import { afterPutMs, type FieldHold, otherText, typeText } from './type-text.ts';

/** How a field gets its value: by keys, by a click (unless it has the value already), or by setting the value. */
export type FieldKind = 'typed' | 'toggled' | 'toggled already' | 'set';

/**
 * How `value` gets into the field. Drop-down lists and colour and date pickers are drawn by the operating system: they are not in any
 * picture, and a real click would leave them open. The value of such a field is set.
 */
export const fieldKind = (emitter: FrameEmitter, element: ElementHandle<Element>, value: string) =>
  emitter.tab.askOf(element, kindOfField, value);

/** Takes hold of the field before it is clicked: a page may replace it at the click. */
export async function holdField(
  { tab }: FrameEmitter,
  step: Extract<Step, { type: 'change' }>,
  { element, selector }: Found,
): Promise<FieldHold> {
  return {
    kept: await keepField(tab, element),
    async findAgain() {
      const found = await locate(tab, step, step.selectors).catch(nullUnlessFault);
      // Another selector may lead to another field: nothing is typed there.
      const isSame = found !== null && isFound(found) && found.selector === selector;
      return isSame ? keepField(tab, found.element, true) : null;
    },
  };
}

/** Puts `value` into a field that has been clicked. Returns what there is to say of it in the recording log, if anything. */
export async function* fillIn(
  emitter: FrameEmitter,
  field: FieldHold,
  given: { kind: FieldKind; value: string; speed: number },
): Frames<string | undefined> {
  const { kind, value, speed } = given;
  if (kind === 'typed') return yield* typeText(emitter, field, value, speed);
  if (kind !== 'set') return undefined;
  await field.kept.put(value, true);
  emitter.noteInput();
  yield* emitter.shoot(afterPutMs / speed);
  if (emitter.document.isLeaving) return undefined;
  const verdict = await field.kept.verdict(value).catch(nullUnlessFault);
  return verdict === 'other text' ? otherText : undefined;
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
