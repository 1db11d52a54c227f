import { deedWords } from '../language/vocabulary.ts';
import type { Deed } from './deed.ts';

/** "Add the docs site to my favorites" makes nothing: it is the press of “Favorite”. */
export function asKept(deed: Deed): Deed {
  const at = deed.places.findLastIndex(
    ({ name, kind, said }) => name === null && favorites.has((kind || said).toLowerCase()),
  );
  if (deed.kind !== 'create' || at < 0 || !deed.thing) return deed;
  const place = deed.places[at]!;
  const verb = (place.kind || place.said).toLowerCase().replace(/s$/, '');
  return { ...deed, kind: 'act', verb, places: deed.places.toSpliced(at, 1) };
}
const favorites = new Set<string>(deedWords.flatMap(({ kept }) => [...(kept ?? [])]));
