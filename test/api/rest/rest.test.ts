import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { protectedProcedure, publicProcedure, router } from '../../../src/domain/procedure.ts';
import { conflict, notFound } from '../../../src/errors.ts';
import { createLogger } from '../../../src/log.ts';
import { startApi, type TestApi } from '../../support/api.ts';

const echo = z.object({ input: z.record(z.string(), z.unknown()), caller: z.unknown().optional() });

const testRouter = router({
  open: publicProcedure
    .meta({ openapi: { method: 'GET', path: '/open', protect: false } })
    .output(z.object({ ok: z.boolean() }))
    .query(() => ({ ok: true })),
  list: protectedProcedure
    .meta({ openapi: { method: 'GET', path: '/things' } })
    .input(
      z.object({
        limit: z.number().int().min(1).max(100).default(50),
        deep: z.boolean().optional(),
        name: z.string().optional(),
        api_token: z.number().optional(),
      }),
    )
    .output(echo)
    .query(({ input, ctx }) => ({ input, caller: ctx.caller })),
  create: protectedProcedure
    .meta({ openapi: { method: 'POST', path: '/things' }, status: 202 })
    .input(
      z.object({
        name: z.string().min(1).max(10),
        count: z.number().optional(),
        on: z.boolean().optional(),
        kind: z.enum(['a', 'b']).optional(),
        style: z
          .union([z.string(), z.object({ from: z.string(), angle: z.number().max(360).optional() })])
          .optional(),
        options: z.strictObject({ zoom: z.number().max(3).optional() }).optional(),
        list: z.array(z.string().max(3)).max(2).optional(),
        url: z.url({ protocol: /^https?$/ }).optional(),
        code: z
          .string()
          .refine((code) => code !== 'bad', { error: 'must not be bad.' })
          .optional(),
      }),
    )
    .output(echo)
    .mutation(({ input, ctx }) => {
      ctx.setHeader('X-Made', 'yes');
      return { input };
    }),
  read: protectedProcedure
    .meta({ openapi: { method: 'GET', path: '/things/{id}' } })
    .input(z.object({ id: z.string() }))
    .output(echo)
    .query(({ input }) => {
      if (input.id === 'absent') throw notFound('thing');
      if (input.id === 'bug') throw new Error('the secret inner detail');
      if (input.id === 'lies') return { wrong: true } as never;
      return { input };
    }),
  change: protectedProcedure
    .meta({ openapi: { method: 'PATCH', path: '/things/{id}' } })
    .input(z.object({ id: z.string(), name: z.string().optional() }))
    .output(echo)
    .mutation(({ input }) => ({ input })),
  go: protectedProcedure
    .meta({ openapi: { method: 'POST', path: '/things/{id}/go' } })
    .input(z.object({ id: z.string() }))
    .output(echo)
    .mutation(({ input }) => {
      if (input.id === 'busy') throw conflict('thing_busy', 'The thing is busy.');
      return { input };
    }),
});

let api: TestApi;
const logged: string[] = [];

beforeAll(async () => {
  const log = createLogger('info');
  const lines = log.child({});
  for (const level of ['info', 'error', 'warn'] as const) {
    lines[level] = ((...line: unknown[]) => void logged.push(JSON.stringify(line))) as never;
  }
  lines.child = (() => lines) as never;
  api = await startApi({ router: testRouter, log: lines });
});
afterAll(() => api?.stop());

const get = (path: string, options = {}) => api.request('GET', `/api/v1${path}`, options);
const post = (path: string, body?: unknown, options = {}) =>
  api.request('POST', `/api/v1${path}`, { body, ...options });

describe('credentials', () => {
  test.each([
    ['Authorization', (key: string) => `Bearer ${key}`],
    ['Authorization', (key: string) => `bearer  ${key} `],
    ['X-API-Key', (key: string) => key],
  ])('a live key is accepted in %s', async (name, value) => {
    const answer = await get('/things', { headers: { [name]: value(api.key) } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ caller: { userId: api.owner.userId, via: 'key' } });
  });

  test('X-API-Key counts where Authorization holds the credentials of a proxy', async () => {
    const headers = { Authorization: 'Basic dTpw', 'X-API-Key': api.key };
    expect((await get('/things', { headers })).status).toBe(200);
  });

  test.each(['', 'nonsense', `sr_live_${'x'.repeat(43)}`, 'a b', 'x'.repeat(500)])(
    'the key %o is a 401 in the error shape',
    async (key) => {
      const answer = await get('/things', { headers: { 'X-API-Key': key } });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        error: expect.any(String),
        code: 'unauthorized',
        requestId: answer.headers.get('x-request-id'),
      });
      expect(answer.headers.get('www-authenticate')).toContain('Bearer');
    },
  );

  test('without a key: 401 where one is needed, 200 where none is', async () => {
    expect((await get('/things', { key: null })).status).toBe(401);
    expect((await get('/open', { key: null })).status).toBe(200);
  });

  test('a publishable key is a 401, in either header', async () => {
    const key = await api.publishableKey();
    for (const headers of [{ 'X-API-Key': key }, { Authorization: `Bearer ${key}` }]) {
      const answer = await get('/things', { headers });
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
      expect(answer.body.error).toContain('publishable');
    }
  });

  test('the credential is checked before the body is read', async () => {
    const answer = await post('/things', 'not json', { key: null, headers: { 'Content-Type': 'text/csv' } });
    expect(answer.status).toBe(401);
  });

  test('a request after a refused large body still gets its answer', async () => {
    for (let i = 0; i < 3; i++) {
      const refused = await post('/things', { name: 'x'.repeat(900_000) }, { key: 'sr_live_wrong_key' });
      expect(refused.status).toBe(401);
      expect((await get('/things')).status).toBe(200);
    }
  });
});

describe('paths and methods', () => {
  test.each(['/api', '/api/v1', '/api/v1/nothing', '/api/v2/things', '/api/v1/things/a/b', '/nowhere'])(
    '%s is a JSON 404',
    async (path) => {
      const answer = await api.request('GET', path);
      expect([answer.status, answer.body.code]).toEqual([404, 'route_not_found']);
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    },
  );

  test('a wrong method is a 405 that lists the right ones', async () => {
    const answer = await api.request('DELETE', '/api/v1/things');
    expect([answer.status, answer.body.code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    const go = await api.request('GET', '/api/v1/things/x/go');
    expect([go.status, go.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('OPTIONS says what is offered, HEAD answers like GET without a body', async () => {
    const options = await api.request('OPTIONS', '/api/v1/things/x', { key: null });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, PATCH, OPTIONS']);
    expect((await api.request('OPTIONS', '/api/v1/nothing')).status).toBe(404);
    const head = await api.request('HEAD', '/api/v1/things');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(10);
  });

  test('a path that is not validly encoded is a 400 in the error shape', async () => {
    const answer = await get('/things/%zz');
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_url']);
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
  });

  test.each(['/things/', '/things//go'])('%s names no record: 404, with a key and without', async (path) => {
    for (const key of [api.key, null]) {
      const answer = await get(path, { key });
      expect([answer.status, answer.body.code]).toEqual([404, 'route_not_found']);
    }
  });

  test('an endless path parameter is a 404', async () => {
    expect((await get(`/things/${'x'.repeat(300)}`)).status).toBe(404);
  });

  test('input that is not HTTP gets the error body too', async () => {
    const answer = await raw('HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ code: 'bad_request' });
    const long = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('every answer carries a request id and the security headers', async () => {
    for (const path of ['/api/v1/open', '/api/v1/nothing', '/api/v1/things/bug']) {
      const { headers, status } = await api.request('GET', path);
      expect(headers.get('x-request-id')).toMatch(/^req_\w{26}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe(status === 200 ? 'private, no-cache' : 'no-store');
    }
  });
});

describe('bodies', () => {
  test('a success has the status of its procedure and the headers it set', async () => {
    const answer = await post('/things', { name: 'one' });
    expect([answer.status, answer.headers.get('x-made')]).toEqual([202, 'yes']);
    expect(answer.body).toEqual({ input: { name: 'one' } });
  });

  test.each([
    ['{"name":', 'invalid_json'],
    ['nonsense', 'invalid_json'],
    ['[1]', 'invalid_json'],
    ['"text"', 'invalid_json'],
    ['null', 'invalid_json'],
    ['{"__proto__":{"name":"x"}}', 'invalid_json'],
    ['', 'validation_failed'],
    ['{}', 'validation_failed'],
  ])('the body %s is a 400 %s', async (body, code) => {
    const answer = await post('/things', body, { headers: { 'Content-Type': 'application/json' } });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  test('a body that is not UTF-8 is a 400', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const answer = await post('/things', body, { headers: { 'Content-Type': 'application/json' } });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json']);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'garbage',
  ])('the content type %s is a 415', async (type) => {
    const answer = await post('/things', '{"name":"x"}', { headers: { 'Content-Type': type } });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON'])('%s is JSON', async (type) => {
    const answer = await post('/things', '{"name":"x"}', { headers: { 'Content-Type': type } });
    expect(answer.status).toBe(202);
  });

  test('a body over 1 MiB is a 413', async () => {
    const answer = await post('/things', { name: 'x'.repeat(1024 * 1024) });
    expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large']);
    expect((await get('/things')).status).toBe(200);
  });

  test.each([
    ['application/json', 413],
    ['text/plain', 415],
  ])('a refusal reaches a client that first sends all of its 20 MiB of %s', async (type, status) => {
    const { host, port } = new URL(api.baseUrl);
    const body = Buffer.alloc(20 * 1024 * 1024, 'x');
    const head =
      `POST /api/v1/things HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${api.key}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', reject);
      // Like a simple client, this one reads nothing before it has sent everything.
      socket.write(Buffer.concat([Buffer.from(head), body]), () =>
        socket.once('data', (chunk) => {
          resolve(String(chunk));
          socket.destroy();
        }),
      );
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('where no body is expected, any body is ignored', async () => {
    expect((await post('/things/x/go')).status).toBe(200);
    expect((await post('/things/x/go', 'a=b', { headers: { 'Content-Type': 'text/plain' } })).status).toBe(
      200,
    );
    const json = { headers: { 'Content-Type': 'application/json' } };
    expect((await post('/things/x/go', 'nonsense', json)).status).toBe(200);
    expect((await post('/things/x/go', '', json)).status).toBe(200);
    const answer = await post('/things/x/go', { id: 'other' });
    expect(answer.body).toEqual({ input: { id: 'x' } });
  });

  test('the id in the path wins over one in the body', async () => {
    const answer = await api.request('PATCH', '/api/v1/things/x', { body: { id: 'y', name: 'n', more: 1 } });
    expect(answer.body).toEqual({
      input: { id: 'x', name: 'n' },
      warnings: [{ code: 'unknown_member', message: '`more` is not known here and was ignored.' }],
    });
  });

  test.each([
    [{ name: 'a\0b' }, '`name`'],
    [{ name: 'x', more: { deep: ['\0'] } }, '`more.deep.0`'],
    [{ 'k\0': 1, name: 'x' }, 'The input'],
  ])('%j cannot be stored: 400', async (body, field) => {
    const answer = await post('/things', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(answer.body.error).toContain(field);
  });

  test('half a surrogate pair and endless nesting are a 400, not a 500', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const half = await post('/things', '{"name":"\\ud800"}', { headers });
    expect([half.status, half.body.error]).toEqual([400, expect.stringContaining('Unicode')]);
    const deep = await post('/things', `{"name":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, {
      headers,
    });
    expect([deep.status, deep.body.error]).toEqual([400, expect.stringContaining('nested')]);
    expect((await get('/things/%00')).status).toBe(400);
  });
});

describe('coercion', () => {
  test('query texts become numbers and booleans, strictly', async () => {
    const { body } = await get('/things?limit=7&deep=true&name=7&unknown=1');
    expect(body).toMatchObject({ input: { limit: 7, deep: true, name: '7' } });
    expect((await get('/things?deep=false')).body).toMatchObject({ input: { deep: false } });
  });

  test.each([
    ['limit=', '`limit` must be a number, but "" came.'],
    ['limit=abc', '`limit` must be a number, but "abc" came.'],
    ['limit=0x10', '`limit` must be a number, but "0x10" came.'],
    ['limit=1e1', '`limit` must be a number, but "1e1" came.'],
    ['limit=%205', '`limit` must be a number, but " 5" came.'],
    ['limit=1.5', '`limit` must be a whole number, but 1.5 came.'],
    ['limit=101', '`limit` must be at most 100, but 101 came.'],
    ['limit=0', '`limit` must be at least 1, but 0 came.'],
    ['limit=Infinity', '`limit` must be a number, but "Infinity" came.'],
    ['deep=1', '`deep` must be true or false, but "1" came.'],
    ['deep=yes', '`deep` must be true or false, but "yes" came.'],
    ['deep=TRUE', '`deep` must be true or false, but "TRUE" came.'],
    ['limit=1&limit=2', '`limit` was given 2 times; once is enough.'],
  ])('%s: %s', async (query, error) => {
    const answer = await get(`/things?${query}`);
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([400, 'validation_failed', error]);
  });

  test.each([
    [{ name: 7 }, '`name` must be a string, but 7 came.'],
    [{ name: 'x', count: '7' }, '`count` must be a number, but "7" came.'],
    [{ name: 'x', on: 'no' }, '`on` must be true or false, but "no" came.'],
    [{ name: 'x', count: null }, '`count` must be a number, but null came.'],
  ])('JSON is never coerced: %j', async (body, error) => {
    const answer = await post('/things', body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });
});

describe('sentences', () => {
  test.each([
    [{}, '`name` is required: expected a string.'],
    [{ name: '' }, '`name` must have at least 1 character, but it has 0.'],
    [{ name: 'x'.repeat(11) }, '`name` must have at most 10 characters, but it has 11.'],
    [{ name: 'x', kind: 'c' }, '`kind` must be one of "a", "b", but "c" came.'],
    [
      { name: 'x', kind: 'c'.repeat(200) },
      `\`kind\` must be one of "a", "b", but "${'c'.repeat(60)}…" came.`,
    ],
    [{ name: 'x', style: 5 }, '`style` must be a string or an object, but 5 came.'],
    [{ name: 'x', style: { angle: 1 } }, '`style.from` is required: expected a string.'],
    [{ name: 'x', style: { from: 'a', angle: 361 } }, '`style.angle` must be at most 360, but 361 came.'],
    [{ name: 'x', options: { zoom: 4 } }, '`options.zoom` must be at most 3, but 4 came.'],
    [{ name: 'x', options: { zom: 4 } }, '`options.zom` is not a known member.'],
    [
      { name: 'x', options: { a: 1, b: 2, c: 3 } },
      '`options.a`, `options.b` and `options.c` are not known members.',
    ],
    [{ name: '\u{1f389}'.repeat(11) }, '`name` must have at most 10 characters, but it has 11.'],
    [{ name: 'x', list: ['a', 'b', 'c'] }, '`list` must have at most 2 items, but it has 3.'],
    [{ name: 'x', list: ['abcd'] }, '`list[0]` must have at most 3 characters, but it has 4.'],
    [
      { name: 'x', url: 'ftp://a' },
      '`url` must be a full address such as https://example.com/page, but "ftp://a" came.',
    ],
    [{ name: 'x', code: 'bad' }, '`code` must not be bad.'],
    [
      { count: 'a', on: 'b', kind: 'c', url: 'd' },
      '`name` is required: expected a string. `count` must be a number, but "a" came. `on` must be true or false, but "b" came. There are 2 more problems.',
    ],
  ])('%j: %s', async (body, error) => {
    const answer = await post('/things', body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  test('text that looks like a secret is never repeated', async () => {
    const asToken = await get('/things?api_token=hunter2');
    expect(asToken.body.error).toBe('`api_token` must be a number, but something else came.');
    const asValue = await post('/things', { name: 'x', kind: api.key });
    expect(asValue.body.error).not.toContain(api.key.slice(0, 12));
  });
});

describe('faults', () => {
  test('an unknown record is a 404, a state that forbids the operation a 409', async () => {
    expect((await get('/things/absent')).body).toMatchObject({ code: 'thing_not_found' });
    const busy = await post('/things/busy/go');
    expect([busy.status, busy.body.code, busy.body.error]).toEqual([409, 'thing_busy', 'The thing is busy.']);
  });

  test.each(['bug', 'lies'])(
    'an unexpected fault (%s) is a 500 that leaks nothing; the log has it',
    async (id) => {
      logged.length = 0;
      const answer = await get(`/things/${id}`);
      expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
      expect(answer.text).not.toMatch(/inner detail|stack|"wrong"|src\//);
      expect(logged.length).toBeGreaterThan(0);
    },
  );

  test('the access log has the path without its query', async () => {
    logged.length = 0;
    await get('/open?ticket=12345');
    const line = logged.find((text) => text.includes('/api/v1/open'));
    expect(line).toBeDefined();
    expect(line).not.toContain('12345');
  });

  test('the service without its database answers 503 and says when to try again', async () => {
    const lost = await startApi({ router: testRouter });
    await lost.services.doorbell.stop();
    await lost.services.sql.end();
    const answer = await lost.request('GET', '/api/v1/things');
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await lost.stop();
  });

  test('closing lets a running request end', async () => {
    const [entered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = router({
      slow: publicProcedure
        .meta({ openapi: { method: 'GET', path: '/slow', protect: false } })
        .output(z.object({ ok: z.boolean() }))
        .query(async () => {
          entered.resolve();
          await held.promise;
          return { ok: true };
        }),
    });
    const other = await startApi({ router: slow });
    const answer = other.request('GET', '/api/v1/slow');
    await entered.promise;
    const stopped = other.stop();
    setTimeout(held.resolve, 100);
    expect((await answer).body).toEqual({ ok: true });
    await stopped;
  });

  test('an offer to upgrade to HTTP/2 is answered as an ordinary request', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' };
      const request = httpRequest(`${api.baseUrl}/api/v1/open`, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.on('error', reject);
      request.end();
    });
    expect(status).toBe(200);
  });
});

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
