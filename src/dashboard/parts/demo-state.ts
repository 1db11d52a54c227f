import type { Outputs } from '../data/api.ts';

export type Demo = Outputs['demos']['list']['demos'][number];
export type DemoDetail = Outputs['demos']['read'];

export const isRunning = ({ status }: Pick<Demo, 'status'>) => status !== 'ready' && status !== 'failed';

/** Each state in words, and the colour of its badge. */
export const stateOf: Record<Demo['status'], { words: string; color: string }> = {
  pending: { words: 'Waiting', color: 'accent' },
  planning: { words: 'Planning', color: 'accent' },
  recording: { words: 'Recording', color: 'accent' },
  refreshing: { words: 'Refreshing', color: 'accent' },
  ready: { words: 'Ready', color: 'good' },
  failed: { words: 'Failed', color: 'fault' },
};

export const titleOf = ({ title, prompt }: Pick<Demo, 'title' | 'prompt'>) => title ?? prompt;

/** A small picture of the film: one of its stills where there are any, since the poster is a PNG of half a megabyte. */
export function pictureOf(demo: Demo): string | null {
  const stills = readJson<{ url: string }[]>(demo.snapshots) ?? [];
  const still = stills[Math.floor(stills.length / 2)]?.url;
  if (still) return `${still}?v=${demo.version}`;
  return demo.thumbnail_key ? `/thumb/${demo.id}.png?v=${demo.version}` : null;
}

/** A member of a demo that is JSON in a string; null where there is none. */
export function readJson<Value>(text: string | null): Value | null {
  return text === null ? null : (JSON.parse(text) as Value);
}
