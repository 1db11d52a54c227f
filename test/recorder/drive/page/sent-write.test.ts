import { expect, test } from 'vitest';
import { isWrite } from '../../../../src/recorder/drive/page/sent-write.ts';

const sent = (method: string, url: string, more: Partial<Parameters<typeof isWrite>[0]> = {}) =>
  isWrite({ method, url, headers: {}, ...more }, 'https://shed.example/');

test('a request that is neither a read nor a report of a visit is a write', () => {
  expect(sent('POST', 'https://shed.example/api/tools')).toBe(true);
  expect(sent('GET', 'https://shed.example/api/tools')).toBe(false);
  expect(sent('POST', 'https://shed.example/api/search')).toBe(false);
  expect(sent('POST', 'https://shed.example/telemetry')).toBe(false);
});

test('of requests to other sites only those with credentials are writes', () => {
  const elsewhere = { isSameSite: false };
  expect(sent('POST', 'https://visits.example/v1/event', elsewhere)).toBe(false);
  const headers = { Authorization: 'Bearer x' };
  expect(sent('POST', 'https://store.example/rest/tools', { ...elsewhere, headers })).toBe(true);
});
