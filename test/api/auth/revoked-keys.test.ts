import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyMemoryMs, rememberKeys } from '../../../src/domain/api-keys/known-keys.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { until } from '../../support/within.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

const makeKey = async () => {
  const made = await api.request('POST', '/api/v1/api-keys', { body: { name: 'CI' } });
  return made.body as unknown as { id: string; key: string };
};

test('a key that is busy in two processes is refused by both as soon as its revocation is answered', async () => {
  const second = await api.second();
  try {
    for (let round = 0; round < 5; round++) {
      const { id, key } = await makeKey();
      let revoked = false;
      let lateSuccesses = 0;
      const counts = { before: 0, refused: 0 };
      const knock = async (baseUrl: string) => {
        for (let after = 0; after < 10; ) {
          const isAfter = revoked;
          const { status } = await fetch(`${baseUrl}/api/v1/plans`, { headers: { 'X-API-Key': key } });
          if (isAfter) after++;
          if (isAfter && status === 200) lateSuccesses++;
          counts[status === 200 ? 'before' : 'refused']++;
        }
      };
      const callers = [api.baseUrl, second.baseUrl, api.baseUrl, second.baseUrl].map(knock);
      await sleep(100 + 60 * round);
      await until(() => counts.before > 0, 60_000);
      expect((await api.request('DELETE', `/api/v1/api-keys/${id}`)).status).toBe(200);
      revoked = true;
      await Promise.all(callers);
      expect(lateSuccesses).toBe(0);
      expect(counts.refused).toBeGreaterThan(0);
    }
  } finally {
    await second.stop();
  }
});

test('a new key works at once in every process, also where it was tried before it existed', async () => {
  const second = await api.second();
  const { key } = await makeKey();
  const { status } = await fetch(`${second.baseUrl}/api/v1/plans`, { headers: { 'X-API-Key': key } });
  await second.stop();
  expect(status).toBe(200);
});

const known = {
  keyId: 'key_1',
  userId: 'user_1',
  type: 'live',
  projectId: null,
  allowedDomains: null,
} as const;

test('a busy key is not looked up with every request; an unknown key is, so that it works as soon as it exists', async () => {
  const lookUps = { known: 0, unknown: 0 };
  const find = rememberKeys(async (key) => {
    lookUps[key === 'known' ? 'known' : 'unknown'] += 1;
    return key === 'known' ? known : null;
  });
  const startedMs = performance.now();
  for (let i = 0; i < 100; i++) expect(await find('known')).toEqual(known);
  const periods = Math.ceil((performance.now() - startedMs) / (keyMemoryMs / 2));
  expect(lookUps.known).toBeLessThanOrEqual(periods);
  for (let i = 0; i < 3; i++) expect(await find('unknown')).toBeNull();
  expect(lookUps.unknown).toBe(3);
});

test("a busy key's requests never wait for its look-up once it is known, and none uses an answer that is too old", async () => {
  const lookUpMs = 40;
  const askedAtMs: number[] = [];
  const find = rememberKeys(async () => {
    const at = performance.now();
    askedAtMs.push(at);
    await sleep(lookUpMs);
    return { ...known, keyId: String(at) };
  });
  await find('key');
  let waits = 0;
  let before = performance.now();
  for (const endMs = before + 4 * keyMemoryMs; performance.now() < endMs; await sleep(2)) {
    const at = performance.now();
    const found = await find('key');
    const foundAt = Number(found!.keyId);
    expect(at - foundAt).toBeLessThan(keyMemoryMs);
    // Whoever gets an answer that was not there yet has waited for it. After a pause of this process, which may be longer than the rest of an
    // answer's time, that is right.
    if (foundAt + lookUpMs - 5 > at && at - before < 60) waits++;
    before = performance.now();
  }
  expect(waits).toBeLessThanOrEqual(2);
  expect(askedAtMs.length).toBeLessThanOrEqual(2 + (4 * keyMemoryMs) / (keyMemoryMs / 2));
});

test('the use of a key is noted', async () => {
  const { id, key } = await makeKey();
  for (let i = 0; i < 3; i++) await api.request('GET', '/api/v1/plans', { key });
  const listed = await api.request('GET', '/api/v1/api-keys');
  const { keys } = listed.body as unknown as { keys: { id: string; last_used_at: string | null }[] };
  expect(keys.find((one) => one.id === id)?.last_used_at).not.toBeNull();
});
