import type { Control } from './controls.ts';
import type { Span } from './order.ts';

/** Values of which the form alone tells what they are for. */
export const special = /^(?:email|date|time|phone|url|colour|money|percent)$/;

/** Whether a control asks for a value of this form, as its kind tells. */
export function takes({ kind, label, options }: Control, { shape }: Span): boolean {
  const words = label.toLowerCase();
  switch (shape) {
    case 'date':
      return kind === 'date' || (kind === 'text' && /date|day\b|due|until|expir|deadline/.test(words));
    case 'time':
      return kind === 'time' || /\btime\b|hour|starts?\b|ends?\b/.test(words);
    case 'email':
      return kind === 'text' && /mail|invite|recipient|^(?:to|cc|bcc|from)\b/.test(words);
    case 'phone':
      return /phone|mobile|cell|fax|\btel\b|number|contact|\bline\b/.test(words);
    case 'url':
      return /url|link|site|web|domain|address|host|endpoint|page/.test(words);
    case 'colour':
      return /colou?r|accent|fill|background|tint|shade/.test(words);
    case 'money':
    case 'percent':
    case 'number':
    case 'measure':
      return kind === 'number';
    case 'text':
      return kind === 'area';
    case 'person':
      return kind === 'choice' && options.length === 0;
    default:
      return kind === 'text';
  }
}

/** Whether a value may be what a control asks for: a mail address is no city, and a code is no sum. */
export const suits = (control: Control, span: Span): boolean =>
  takes(control, span) ||
  !(
    (special.test(span.shape) && !(control.kind === 'text' && /^(?:money|percent)$/.test(span.shape))) ||
    /^(?:number|date|time)$/.test(control.kind)
  );
