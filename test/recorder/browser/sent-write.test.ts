import { expect, test } from 'vitest';
import { isWrite } from '../../../src/recorder/browser/sent-write.ts';

const sent = (method: string, url: string, more: Partial<Parameters<typeof isWrite>[0]> = {}) =>
  isWrite({ method, url, headers: {}, ...more });
const graphql = (query: string) =>
  sent('POST', 'https://shed.example/graphql', { postData: JSON.stringify({ variables: {}, query }) });

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s changes what the application keeps', (method) => {
  expect(sent(method, 'https://shed.example/api/tools/7')).toBe(true);
});

test('what only reads is no write, also by POST', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(sent(method, 'https://shed.example/api/tools')).toBe(false);
  for (const path of ['search', '_search', 'api/list-tools', 'shed.ToolService/ListTools', 'lookup'])
    expect([path, sent('POST', `https://shed.example/${path}`)]).toEqual([path, false]);
  expect(graphql('query Tools { tools { name } }')).toBe(false);
  expect(graphql('{ tools { name } }')).toBe(false);
  expect(graphql('mutation Lend { lend(tool: 7) { id } }')).toBe(true);
  expect(graphql('query A { tools { name } } mutation B { lend(tool: 7) { id } }')).toBe(true);
});

test('reports of a visit are no writes, and of other sites only requests with credentials are', () => {
  expect(sent('POST', 'https://shed.example/telemetry/v1')).toBe(false);
  const elsewhere = { isSameSite: false };
  expect(sent('POST', 'https://visits.example/v1/event', elsewhere)).toBe(false);
  const headers = { Authorization: 'Bearer x' };
  expect(sent('POST', 'https://store.example/rest/tools', { ...elsewhere, headers })).toBe(true);
});
