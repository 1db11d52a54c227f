import type { Item } from '../../page/screen.ts';
import { placeOf } from '../candidates/chain.ts';
import { isHarmless } from '../candidates/harmless.ts';
import { isSameText } from '../candidates/likeness.ts';
import { optionFit } from '../candidates/options.ts';
import { switching } from '../candidates/press-candidates.ts';
import { isStepped } from '../candidates/steppers.ts';
import { scaled, strongest, worthOf } from './evidence.ts';
import { fieldFit } from './field-fit.ts';
import { gainOf, isCalledLikeNamed, type Look, leastGain, type Move, move } from './move.ts';
import type { Span } from './utterance.ts';

/** What gives a single item a value: turning, choosing, stepping. Text is typed into a form as a whole (`form/`), whose other controls tell where it belongs. */
export function valueMoves(item: Item, look: Look): Move[] {
  if (look.standing.filled.has(placeOf(item))) return [];
  switch (item.kind) {
    case 'toggle':
      return turns(item, look);
    case 'select':
      return choices(item, look);
    case 'picker':
      return ofSpans(look, (span) => choice(item, span, look));
    case 'text':
      return isStepped(look.around.screen, item)
        ? ofSpans(look, (span) => (/^\d+$/.test(span.text) ? step(item, span, look) : null))
        : editing(item, look);
    default:
      return [];
  }
}

function turns(item: Item, look: Look): Move[] {
  const { evidence, around } = look;
  if (around.selectsRow(item) || !isHarmless(item)) return [];
  const name = item.name || item.labels[0] || '';
  const own = evidence.own(item);
  const isOfRow = around.isOnlyToggleOfRow(item);
  // "Pause the code X": the switch of X does it.
  const isOfThing = isOfRow || isCalledLikeNamed(name, evidence);
  const done = evidence.utterance.units.map(({ kind, text }) =>
    isOfThing && kind === 'verb' && switching.has(text) ? 0.7 : 0,
  );
  const strengths = strongest(own, scaled(evidence.around(item, around.screen), 0.95), done);
  if (gainOf(own, look) < leastGain && !(isOfRow && gainOf(strengths, look) >= 1)) return [];
  const called = name === '' ? 0.6 : 0.1 + 0.85 * evidence.precision(name) ** 2;
  return [move('turn', item, { strengths, likely: called * around.rivalry(item, own) })];
}

function step(item: Item, span: Span, look: Look): Move | null {
  const fit = fieldFit(item, span, look);
  return fit.likely >= 0.3 ? move('step', item, { ...fit, span }) : null;
}

/** A list of the page's own: what it offers may show only when it is opened. */
function choice(item: Item, span: Span, look: Look): Move | null {
  const { likely: fit, strengths } = fieldFit(item, span, look);
  const offers = Math.max(0, ...item.options.map(({ label }) => optionFit(label, span.text)));
  const likely = item.options.length === 0 ? 0.9 * fit : offers >= 0.62 ? Math.max(fit, 0.6) : 0;
  return likely >= 0.3 ? move('choose', item, { strengths, likely, span }) : null;
}

/** The browser's own lists say what they offer. */
function choices(item: Item, look: Look): Move[] {
  const { evidence, around } = look;
  const own = evidence.own(item);
  const called = Math.min(1, worthOf(evidence.utterance, own));
  const offered = item.options.map(({ label }) => ({ label, precision: evidence.precision(label) }));
  return offered
    .filter(
      ({ label, precision }) =>
        precision >= 0.6 && gainOf(evidence.of(label), look) > leastGain && !isSameText(label, item.value),
    )
    .map(({ label, precision }) =>
      move('choose', item, {
        strengths: strongest(own, evidence.of(label), scaled(evidence.around(item, around.screen), 0.9)),
        likely: precision * (0.6 + 0.4 * called) * around.rivalry(item, own),
        span: { text: label, first: 0, last: -1, isExact: true, marker: 'goal' },
      }),
    )
    .sort((a, b) => b.likely - a.likely)
    .slice(0, 3);
}

/** Text that is pressed twice to be changed. */
function editing(item: Item, look: Look): Move[] {
  const strengths = look.evidence.own(item);
  const isMeant = item.needsDouble && gainOf(strengths, look) > leastGain;
  return isMeant ? [move('double-press', item, { strengths, likely: 0.4 })] : [];
}

/** For each span that nothing was done with yet. */
function ofSpans({ evidence, standing: { used } }: Look, moveFor: (span: Span) => Move | null): Move[] {
  const isUsed = ({ first, last }: Span) => [...used].some((one) => one.first <= last && first <= one.last);
  return evidence.utterance.spans.filter((span) => !isUsed(span)).flatMap((span) => moveFor(span) ?? []);
}
