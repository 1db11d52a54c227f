import leven from 'leven';

/**
 * The name that somebody probably meant, out of those that are known: the same in another spelling (`projectId`), the whole of a
 * beginning (`duration`), or one with few letters wrong (`viewprt`). null where none is near.
 */
export function likelyName(written: string, known: readonly string[]): string | null {
  const bare = plain(written);
  if (bare === '' || bare.length > longest) return null;
  const near = known
    .map((name) => ({ name, distance: distanceOf(bare, plain(name)) }))
    .filter(({ distance }) => distance <= slipsIn(bare))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.name ?? null;
}

/** No name of ours is longer. Comparing takes the product of both lengths. */
const longest = 60;

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** One wrong letter in three, and not more than three: `url` and `id` are no slips of each other. */
const slipsIn = (bare: string) => Math.min(Math.floor(bare.length / 3), 3);

function distanceOf(bare: string, name: string): number {
  if (bare.length >= 4 && name.startsWith(bare)) return 1;
  const distance = leven(bare, name);
  // Two neighbours that changed places are one slip of the hand, and two wrong letters to the measure.
  return distance === 2 && inOrder(bare) === inOrder(name) ? 1 : distance;
}

const inOrder = (name: string) => [...name].sort().join('');
