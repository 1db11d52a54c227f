import type { Finding, FindingCode } from '../../../critic/index.ts';
import type { ResolvedPresentation } from '../../../recorder/contract/presentation.ts';

/** What a second film of the same script does in another way. */
export type Lesson = 'wait' | 'clear' | 'wider' | 'closer' | 'captions_on_top';

/** What helps against what. Nothing is known against the other findings. */
const lessons: Partial<Record<FindingCode, Lesson>> = {
  still_loading: 'wait',
  blank_picture: 'wait',
  nothing_happened: 'wait',
  jumps: 'wait',
  ends_on_error_page: 'wait',
  banner_left: 'clear',
  out_of_view: 'wider',
  cut_off: 'wider',
  text_too_small: 'closer',
  caption_covers: 'captions_on_top',
};

/** What is to be done in another way. Empty where a second film would be like the first. */
export function lessonsOf(
  findings: readonly Finding[],
  { zoom }: Pick<ResolvedPresentation, 'zoom'>,
): Set<Lesson> {
  const learned = new Set(findings.flatMap(({ code }) => lessons[code] ?? []));
  // A camera that stands still, or is as close as it may come, has nothing to learn. Nor can it come closer and go back at once.
  if (!zoom.enabled || zoom.intensity <= 1) learned.delete('wider');
  if (!zoom.enabled || zoom.intensity >= mostIntensity || learned.has('wider')) learned.delete('closer');
  return learned;
}

const mostIntensity = 3;

/** The zoom of the second film. */
export function zoomAfter(
  zoom: ResolvedPresentation['zoom'],
  learned: ReadonlySet<Lesson>,
): ResolvedPresentation['zoom'] {
  if (learned.has('wider')) return { ...zoom, intensity: 1 + (zoom.intensity - 1) / 3 };
  if (learned.has('closer')) return { ...zoom, intensity: Math.min(mostIntensity, zoom.intensity * 1.6) };
  return zoom;
}
