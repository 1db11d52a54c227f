import { likeness } from '../candidates/likeness.ts';
import type { Control } from './controls.ts';
import { bucket, type Feature, sortOf } from './features.ts';
import { stemsOf } from './matches.ts';
import type { View } from './view.ts';

/** What is told of the control, whatever value it gets. */
export function controlFeatures(view: View, control: Control): Feature[] {
  const { label, meant } = view.told(control);
  const sort = sortOf(control);
  const stems = stemsOf(control.label);
  const head = stems.at(-1) ?? '';
  const found: Feature[] = [
    [`b ${sort}`, 1],
    [`b ${sort} form${control.isInForm ? 1 : 0}${view.order.kind === 'create' ? 1 : 0}`, 1],
    [`said ${sort} ${bucket(label.share)}`, 1],
    [`said`, label.share],
  ];
  found.push(...toldFeatures(view, control));
  if (label.isPhrase) found.push([`phrase`, 1], [`phrase ${Math.min(3, stems.length)}`, 1]);
  if (label.isQuoted) found.push(['quoted label', 1]);
  if (meant > 0) found.push([`meant ${sort}`, meant], [`meant ${bucket(meant)}`, 1]);
  for (const stem of stems) found.push([`has ${stem}`, 1 / stems.length]);
  found.push([`head ${head}`, 1]);
  const above = Math.max(0, ...control.above.slice(0, 3).map((text) => view.match(text).share));
  found.push([`above ${bucket(above)}`, 1]);
  found.push(...rowFeatures(view, control), ...viewFeatures(view, control));
  // Words of the order that mean words of the label, as orders of other applications have taught.
  for (const missing of label.missing.slice(0, 4))
    for (const stem of view.openStems) found.push([`as ${stem}|${missing}`, 1 / stems.length]);
  return found;
}

/** What the readings say of the words of the label, whatever the value. */
function toldFeatures(view: View, control: Control): Feature[] {
  const most = (role: string) =>
    Math.max(
      0,
      ...view.order.told
        .filter((one) => one.role === role && one.words !== '')
        .map((one) => (one.rank === 0 ? 1 : 0.8) * likeness(one.words, control.label)),
    );
  return (['field', 'on', 'off', 'place'] as const).flatMap((role): Feature[] => {
    const fit = most(role);
    return fit > 0.2
      ? [
          [`told ${role} ${bucket(fit)}`, 1],
          [`told ${role}`, fit],
        ]
      : [];
  });
}

function rowFeatures(view: View, control: Control): Feature[] {
  if (control.row.length === 0) return [];
  const { own: fit, best } = view.rowFit(control);
  const sort = control.kind === 'press' ? 'press' : 'other';
  return [
    [`row ${sort} ${bucket(Math.min(1, fit))}`, 1],
    [fit < best ? `row behind` : fit > 0 ? 'row best' : 'row none', 1],
  ];
}

function viewFeatures(view: View, { view: names, isInForm }: Control): Feature[] {
  const matches = names.map(view.match);
  const [last] = matches.slice(-1);
  const most = Math.max(0, ...matches.map(({ share }) => share));
  const form = isInForm ? 'form' : 'page';
  const found: Feature[] = [
    [`view ${form} ${bucket(most)}`, 1],
    [`view last ${form} ${bucket(last?.share ?? 0)}`, 1],
  ];
  if (last?.isPhrase) found.push([`view phrase ${form}`, 1]);
  const verb = view.verbs[0] ?? '';
  found.push([`verb ${verb} ${form}`, 1]);
  for (const missing of (last?.missing ?? []).slice(0, 3))
    for (const stem of view.openStems) found.push([`vs ${stem}|${missing}`, 0.5]);
  return found;
}
