import { expect } from 'vitest';

/** The records of `interface.md`, member by member, written from it and not from our code. Answers may have more members. */
export const text = expect.any(String);
export const number = expect.any(Number);
export const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const idLike = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[\\w-]{22,40}$`));
const json = expect.stringMatching(/^[[{].*[\]}]$/s);

export const project = {
  id: idLike('proj'),
  user_id: idLike('user'),
  name: 'Example',
  url: 'https://example.com/',
  viewport: 'desktop',
  refresh_schedule: 'manual',
  webhook_secret: null,
  created_at: time,
  updated_at: time,
};

export const pendingDemo = {
  id: idLike('demo'),
  project_id: idLike('proj'),
  prompt: 'Show the pricing',
  status: 'pending',
  title: null,
  action_script: null,
  ai_plan: null,
  snapshots: null,
  video_key: null,
  gif_key: null,
  thumbnail_key: null,
  duration_ms: null,
  recording_log: null,
  format: 'mp4',
  resolution: '1080p',
  duration_target: '10s',
  context: null,
  context_hash: null,
  presentation: null,
  recorder_variants: null,
  version: 1,
  error: null,
  source: 'generated',
  created_at: time,
  updated_at: time,
  refreshed_at: null,
};

export const readyDemo = {
  ...pendingDemo,
  status: 'ready',
  title: text,
  action_script: json,
  ai_plan: json,
  snapshots: json,
  video_key: text,
  gif_key: text,
  thumbnail_key: text,
  duration_ms: 4000,
  recording_log: json,
  // The whole presentation, including defaults.
  presentation: json,
  version: 1,
};

export const refusal = (code: string) => ({
  error: expect.stringMatching(/\S/),
  code,
  requestId: idLike('req'),
});

export const pack = {
  id: text,
  credits: number,
  price: number,
  perCredit: number,
  savings: number,
  label: text,
};
