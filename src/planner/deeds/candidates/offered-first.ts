/** A control that may get a value, and the way in which it would. */
interface Offer {
  way: string;
  confidence: number;
  features: { value: number };
}

/**
 * What a choice is called in full is not typed into what only shares words with the field: “Merge commit message” is no "merge method", where that is what the
 * cards below “Merge method” are for.
 * @param ranked the most likely first
 */
export function offeredFirst<Candidate extends Offer>(
  ranked: Candidate[],
  saysField: (one: Candidate) => boolean,
): Candidate[] {
  const [best] = ranked;
  if (best?.way !== 'type' || saysField(best)) return ranked;
  const offered = ranked.find(
    (one) => one.way === 'pick' && one.features.value >= 0.9 && one.confidence >= leastOffered,
  );
  return offered ? [offered, ...ranked.filter((one) => one !== offered)] : ranked;
}
const leastOffered = 0.9;
