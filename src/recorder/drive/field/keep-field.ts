/**
 * Fields: keeping hold of the field that a step fills in while the page draws it anew. The acts come in. It changes in the page the focus,
 * the selection and the value of that field.
 */
import type { ElementHandle, JSHandle } from 'puppeteer-core';
import type { Tab } from '../../browser/index.ts';
import { FieldKeeper } from './field-keeper.ts';
import { FieldPlace } from './field-place.ts';
import { FieldText } from './field-text.ts';

/** Calls the `FieldKeeper` of one field. See there for what the methods answer. They throw where the page with the field is gone. */
export type KeptField = {
  [Name in 'begin' | 'look' | 'missing' | 'put' | 'verdict']: (
    ...given: Parameters<FieldKeeper[Name]>
  ) => Promise<ReturnType<FieldKeeper[Name]>>;
};

/** @param isRedrawn whether it takes the place of an element that the page has replaced */
export async function keepField(
  tab: Tab,
  element: ElementHandle<Element>,
  isRedrawn = false,
): Promise<KeptField> {
  const source = `(() => { const FieldText = ${String(FieldText)}; const FieldPlace = ${String(FieldPlace)};
    const FieldKeeper = ${String(FieldKeeper)};
    return (element, isRedrawn) =>
      new FieldKeeper(element, isRedrawn, new FieldText(), (one) => new FieldPlace(one)); })()`;
  const make = (await tab.answer(element.frame.evaluateHandle(source))) as JSHandle<
    (element: Element, isRedrawn: boolean) => FieldKeeper
  >;
  const keeper = await tab.answer(
    make.evaluateHandle((keep, one, again) => keep(one as unknown as Element, again), element, isRedrawn),
  );
  const ask = <A extends unknown[], R>(inPage: (held: FieldKeeper, ...given: A) => R, ...given: A) =>
    tab.answer(
      keeper.evaluate(inPage as (held: FieldKeeper, ...given: unknown[]) => R, ...given),
    ) as Promise<R>;
  return {
    begin: () => ask((held) => held.begin()),
    look: (text) => ask((held, given) => held.look(given), text),
    missing: (text) => ask((held, given) => held.missing(given), text),
    put: (text, commits) => ask((held, ...given) => held.put(...given), text, commits),
    verdict: (value) => ask((held, given) => held.verdict(given), value),
  };
}
