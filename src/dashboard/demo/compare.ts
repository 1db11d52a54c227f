import type { DemoDetail } from '../parts/demo-state.ts';

export type Refresh = DemoDetail['refreshHistory'][number];
export type Change = NonNullable<Refresh['changes']>[number];

/** A version, with the picture of the page as it was then. */
export interface SeenVersion {
  version: number;
  url: string;
}

/** The versions whose page was kept, the oldest first. Each refresh knows the page before and after it. */
export function seenVersions(history: readonly Refresh[]): SeenVersion[] {
  const urls = new Map<number, string>();
  for (const { old_version, new_version, before_url, after_url } of history) {
    if (old_version !== null && before_url) urls.set(old_version, before_url);
    if (new_version !== null && after_url) urls.set(new_version, after_url);
  }
  return [...urls].map(([version, url]) => ({ version, url })).sort((a, b) => a.version - b.version);
}

/**
 * What changed on the page from one version to another, in the order in which it changed.
 * @returns null where it is not known of every version between them
 */
export function changesBetween(history: readonly Refresh[], from: number, to: number): Change[] | null {
  const steps = history
    .filter(({ old_version: old, new_version: made }) => old !== null && made !== null && old !== made)
    .filter((one) => one.old_version! >= from && one.new_version! <= to)
    .sort((a, b) => a.new_version! - b.new_version!);
  const isWhole = steps.length > 0 && steps.every(({ changes }) => changes !== null);
  return isWhole ? steps.flatMap(({ changes }) => changes!) : null;
}
