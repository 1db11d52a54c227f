import type { Outputs } from '../data/api.ts';

/** A demo as lists show it. */
export type DemoGlimpse = Outputs['demos']['overview']['demos'][number];
export type DemoDetail = Outputs['demos']['read'];

export const isRunning = ({ status }: Pick<DemoGlimpse, 'status'>) =>
  status !== 'ready' && status !== 'failed';

/** Each state in words, and the colour of its badge. */
export const stateOf: Record<DemoGlimpse['status'], { words: string; color: string }> = {
  pending: { words: 'Waiting', color: 'accent' },
  planning: { words: 'Planning', color: 'accent' },
  recording: { words: 'Recording', color: 'accent' },
  refreshing: { words: 'Refreshing', color: 'accent' },
  ready: { words: 'Ready', color: 'good' },
  failed: { words: 'Failed', color: 'fault' },
};

export const titleOf = ({ title, prompt }: Pick<DemoGlimpse, 'title' | 'prompt'>) => title ?? prompt;
