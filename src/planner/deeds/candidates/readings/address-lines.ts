import type { FieldValue } from '../../../prompt/deed.ts';

/** "14 Pier Rd, Suite 3" is one address, though its second part was read as a field of its own. English only. */
export function withWholeAddress(fields: readonly FieldValue[], said: string): FieldValue[] {
  const whole: FieldValue[] = [];
  for (const field of fields) {
    const last = whole.at(-1);
    const line = last?.value.to === 'text' && field.value.to === 'text' ? lineOf(field) : null;
    if (last?.value.to === 'text' && line !== null && said.includes(`${last.value.text}, ${line}`))
      whole[whole.length - 1] = {
        ...last,
        value: { ...last.value, text: `${last.value.text}, ${line}` },
        said: `${last.said}, ${line}`,
      };
    else whole.push(field);
  }
  return whole;
}

function lineOf({ field, value }: FieldValue): string | null {
  if (value.to !== 'text') return null;
  if (unit.test(field)) return `${field} ${value.text}`;
  return unit.test(value.text.split(' ')[0] ?? '') ? value.text : null;
}
const unit = /^(?:suite|ste|apartment|apt|unit|floor|room|building|bldg)$/i;
