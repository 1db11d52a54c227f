import { afterEach, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';

let api: TestApi;
afterEach(() => api?.stop());

const fine = async () => undefined;
const allFine = { database: fine, queue: fine, storage: fine, projections: fine };

test('health is 200 while every part works, without a credential', async () => {
  api = await startApi();
  const { status, body } = await api.request('GET', '/api/v1/health', { key: null });
  const checks = { database: 'ok', queue: 'ok', storage: 'ok', projections: 'ok' };
  expect([status, body]).toEqual([200, { status: 'ok', version: '0.0.0-test', checks }]);
});

test('health is 503 where a part fails, and says which, but not why', async () => {
  const storage = () => Promise.reject(new Error('EROFS: /secret/path'));
  api = await startApi({ health: { ...allFine, storage } });
  const { status, body, text } = await api.request('GET', '/api/v1/health', { key: null });
  expect(status).toBe(503);
  expect(body).toMatchObject({ status: 'failed', checks: { database: 'ok', storage: 'failed' } });
  expect(text).not.toContain('secret');
});

test('a part that does not answer has failed after five seconds', async () => {
  api = await startApi({ health: { ...allFine, queue: () => new Promise(() => {}) } });
  const { status, body } = await api.request('GET', '/api/v1/health', { key: null });
  expect([status, body]).toEqual([
    503,
    expect.objectContaining({ checks: expect.objectContaining({ queue: 'failed' }) }),
  ]);
});
