import { describe, expect, test } from 'vitest';
import { isRead, isReport } from '../../../src/recorder/browser/write-hold/read-request.ts';
import { isUpkeep } from '../../../src/recorder/browser/write-hold/upkeep.ts';

const request = (method: string, path: string, postData?: string, headers: Record<string, string> = {}) => ({
  method,
  url: `https://app.example${path}`,
  postData,
  headers,
});
const graphql = (query: string, more: object = {}) => JSON.stringify({ query, ...more });

describe('a request that reads', () => {
  test.each([
    ['GET', '/notes'],
    ['PROPFIND', '/files/'],
    ['POST', '/notes/search'],
    ['POST', '/notes/_search'],
    ['POST', '/v1/documents:runQuery'],
    ['POST', '/notes.NoteService/ListNotes'],
    ['POST', '/api/notes/list'],
    ['POST', '/api/find-notes.php'],
    ['POST', '/graphql', graphql('{ notes { title } }')],
    ['POST', '/graphql', graphql('# mutation\nquery Notes { note(text: "mutation { a }") { mutation } }')],
    ['POST', '/graphql', graphql('fragment F on Note { id } query A { note { ...F } }')],
    ['POST', '/graphql', `[${graphql('query A { a }')}, ${graphql('query B { b }')}]`],
    ['POST', '/graphql', '{"operationName":"AllNotesQuery","extensions":{"persistedQuery":{}}}'],
    ['POST', '/socket.io/?EIO=4&transport=polling', '40'],
    ['POST', '/socket.io/?EIO=4&transport=polling', '3'],
  ])('%s %s %s', (method, path, body?: string) => {
    expect(isRead(request(method, path, body))).toBe(true);
  });
});

describe('a request that may write', () => {
  test.each([
    ['PUT', '/notes/1'],
    ['PATCH', '/notes/1'],
    ['DELETE', '/search'],
    ['POST', '/notes'],
    ['POST', '/list'],
    ['POST', '/api/list'],
    ['POST', '/search/save'],
    ['POST', '/getOrCreateNote'],
    ['POST', '/notes.NoteService/ListenAndSave'],
    ['POST', '/settings'],
    ['POST', '/query', '{"jsonrpc":"2.0","method":"get"}'],
    ['POST', '/graphql'],
    ['POST', '/graphql', graphql('mutation { add }')],
    ['POST', '/graphql', graphql('query A { a } mutation B { b }', { operationName: 'A' })],
    ['POST', '/graphql', `[${graphql('query A { a }')}, ${graphql('mutation B { b }')}]`],
    ['POST', '/graphql', '{"operationName":"AddNote","extensions":{"persistedQuery":{}}}'],
    ['POST', '/graphql', '{"operationName":"UpdateNoteQuery","extensions":{"persistedQuery":{}}}'],
    ['POST', '/graphql', '[]'],
    ['POST', '/socket.io/?EIO=4&transport=polling', '3\x1e42["add","note"]'],
  ])('%s %s %s', (method, path, body?: string) => {
    expect(isRead(request(method, path, body))).toBe(false);
  });

  test('the method that a header names is the one that counts', () => {
    expect(isRead(request('GET', '/notes', undefined, { 'X-HTTP-Method-Override': 'DELETE' }))).toBe(false);
    expect(isRead(request('POST', '/notes', undefined, { 'x-http-method-override': 'GET' }))).toBe(true);
  });
});

test('a report of a visit is told from a write', () => {
  const page = 'https://app.example/notes';
  expect(isReport('https://analytics.example/v1/batch', page)).toBe(true);
  expect(isReport('https://app.example/collect', page)).toBe(true);
  expect(isReport('https://app.example/notes', page)).toBe(false);
  // The application itself may be one that is about reports.
  expect(isReport('https://analytics.example/notes', 'https://analytics.example/')).toBe(false);
});

describe('a message over a WebSocket', () => {
  test.each([
    ...[
      '',
      'ping',
      '2',
      '3',
      '2probe',
      '5',
      '40',
      '40/admin,{"token":"t"}',
      'h',
      '\n',
      'SUBSCRIBE\nid:1\n\n\0',
    ],
    ...[
      '{"type":"ping"}',
      '{"type":6}\x1e',
      '{"protocol":"json","version":1}\x1e',
      '{"msg":"sub","name":"notes"}',
    ],
    ...[
      '["{\\"msg\\":\\"pong\\"}"]',
      '[null,"1","phoenix","heartbeat",{}]',
      '["1","1","room:1","phx_join",{}]',
    ],
    ...['{"event":"pusher:subscribe","data":{}}', '{"command":"subscribe","identifier":"{}"}'],
    ...['{"type":"subscribe","id":"1","payload":{"query":"subscription { a }"}}'],
    new Uint8Array([192, 0]),
  ])('%s only keeps the connection', (message) => {
    expect(isUpkeep(message)).toBe(true);
  });

  test.each([
    ...[
      '42["add","note"]',
      '{"type":"add"}',
      '{"msg":"method","method":"add"}',
      'SEND\ndestination:/notes\n\nx\0',
    ],
    ...['["1","2","room:1","save",{}]', '{"type":"subscribe","id":"1","payload":{"query":"mutation { a }"}}'],
    ...[
      '{"command":"message","data":"{}"}',
      '["ping","add"]',
      '{"type":1,"target":"Add"}\x1e',
      'hello',
      '{}',
      '[]',
    ],
    ...['{"action":"connect"}', '4', 'null', '7'],
    new Uint8Array([48, 1]),
    new Blob(['ping']),
  ])('%s may write', (message) => {
    expect(isUpkeep(message)).toBe(false);
  });
});
