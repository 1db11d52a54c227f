import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What somebody may ask of a site without having seen it. */
const prompts = [
  'Show what they offer',
  'A short tour of this page',
  'Show the most important part and open it',
  'Show how to get in touch',
];

export interface SiteCase {
  /** As `urlOf` of the planning bench's pages takes it. */
  page: string;
  prompt: string;
}

/**
 * The sites in a folder beside the repository: each folder in it that has an `index.html`. Every other site belongs to the second half, so
 * that what was learnt on the first can be measured on sites that nobody has looked at.
 */
export async function sitesIn(folder: string, half: string | undefined): Promise<SiteCase[]> {
  if (half !== undefined && half !== 'first' && half !== 'second')
    throw new Error(`CRITIC_HALF=${half}: expected “first” or “second”.`);
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'index.html')))
    .map(({ name }) => name)
    .sort();
  return names
    .map((name, index) => ({
      page: `site/${name}/index.html`,
      prompt: prompts[Math.floor(index / 2) % prompts.length]!,
      isSecond: index % 2 === 1,
    }))
    .filter(({ isSecond }) => half === undefined || isSecond === (half === 'second'));
}
