import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardPaths, operatorPaths } from '../../../src/api/pages/dashboard.ts';
import { startApi, type TestApi } from '../../support/api.ts';

type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: {
    $ref?: string;
    name?: string;
    in?: string;
    description?: string;
    schema?: object;
    example?: unknown;
  }[];
  requestBody?: object;
  responses: Record<string, { $ref?: string; description?: string }>;
};
interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, object> };
}

let api: TestApi;
let document: Document;
beforeAll(async () => {
  api = await startApi();
  const answer = await api.request('GET', '/api/v1/openapi.json', { key: null });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/json');
  document = answer.body as unknown as Document;
});
afterAll(() => api?.stop());

interface MediaType {
  schema: object;
  example?: unknown;
}

/** The bodies that an operation takes and answers as JSON or as a form, including errors. */
function bodiesOf({ requestBody, responses }: Operation): { where: string; media: MediaType }[] {
  type Body = { $ref?: string; content?: Record<string, MediaType> };
  const shared = document.components.responses as Record<string, Body>;
  const all: [string, Body][] = [
    ['request', (requestBody ?? {}) as Body],
    ...Object.entries(responses as Record<string, Body>),
  ];
  return all.flatMap(([where, body]) =>
    Object.entries((body.$ref ? shared[body.$ref.split('/').at(-1)!] : body)?.content ?? {})
      .filter(([type]) => /json|form-urlencoded/.test(type))
      .map(([type, media]) => ({ where: `${where} ${type}`, media })),
  );
}

let ajv: Ajv2020;
beforeAll(() => {
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
});

/** Resolves references within the document. */
const absolute = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'));

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe('the document', () => {
  test('is valid OpenAPI 3.1.0, version 1.0.0', async () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0']);
    const result = await new Validator().validate(structuredClone(document) as never);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  test('names every route of the server, and the server has every route it names', () => {
    const routes = api.app
      .printRoutes({ commonPrefix: false, includeHooks: false })
      .split('\n')
      .filter(Boolean);
    expect(routes.length).toBeGreaterThan(10);
    for (const { path, method } of operations().filter(({ path }) => !path.startsWith('/api/ws'))) {
      const url = path.replace(/\{id\}(-\{number\})?\.(\w+)/, ':file').replaceAll(/\{(\w+)\}/g, ':$1');
      expect({ path, there: api.app.hasRoute({ method: method.toUpperCase() as 'GET', url }) }).toEqual({
        path,
        there: true,
      });
    }
    const documented = new Set(
      operations().map(({ path, method }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    );
    const undocumented = api.app
      .routes()
      .filter(({ method }) => method !== 'HEAD')
      .flatMap(({ method, url }) => {
        const path = url.replaceAll(/:\w+/g, '{}');
        const known = url.endsWith('/:file')
          ? [...documented].some((one) => one.startsWith(`get ${path}`))
          : documented.has(`${method.toLowerCase()} ${path}`);
        return known || pagesOfOurs.has(url) ? [] : [`${method} ${url}`];
      });
    expect(undocumented).toEqual([]);
  });

  test('gives every operation a name, a summary, a tag and who may call it', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations()) {
      expect(operation, path).toMatchObject({
        summary: expect.any(String),
        tags: [expect.any(String)],
        security: expect.any(Array),
      });
    }
  });

  test('shows the true statuses, and the one error shape for the rest', () => {
    const create = document.paths['/api/v1/demos']!.post!;
    expect(Object.keys(create.responses)).toEqual([
      '202',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(create.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(create.requestBody).toBeDefined();
    for (const { path, operation } of operations()) {
      if (path.startsWith('/share') || path.startsWith('/embed') || path.endsWith('/health')) continue;
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) >= 400) expect(response.$ref, path).toBe(`#/components/responses/Error${status}`);
      }
    }
    expect(Object.keys(document.components.schemas).filter((name) => name.startsWith('error.'))).toEqual([]);
  });

  test('describes every operation and every parameter, and shows every body by an example', () => {
    for (const { path, method, operation } of operations()) {
      const name = `${method} ${path}`;
      expect(operation.description, name).toMatch(/.{15,}\.$/s);
      for (const parameter of operation.parameters ?? []) {
        if (!parameter.$ref) expect(parameter.description, `${name} ${parameter.name}`).toMatch(/.{5,}/);
      }
      const statuses = Object.keys(operation.responses);
      if (!path.startsWith('/api/ws'))
        expect(
          statuses.some((status) => /^2/.test(status)),
          name,
        ).toBe(true);
      for (const { media, where } of bodiesOf(operation))
        expect('example' in media || 'examples' in media, `${name} ${where}`).toBe(true);
    }
  });

  test('shows nothing that its own schemas would refuse', () => {
    const wrong = [];
    for (const { path, method, operation } of operations()) {
      for (const { media, where } of bodiesOf(operation)) {
        const validate = ajv.compile({
          ...absolute(media.schema),
          $id: `${method} ${path} ${where}`.replaceAll(/[^\w]/g, '-'),
        });
        if (!validate(media.example)) wrong.push([method, path, where, ajv.errorsText(validate.errors)]);
      }
      for (const parameter of operation.parameters ?? []) {
        if (parameter.$ref || parameter.example === undefined) continue;
        const validate = ajv.compile(absolute(parameter.schema!));
        if (!validate(parameter.example))
          wrong.push([method, path, parameter.name, ajv.errorsText(validate.errors)]);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('has the address under which it was read', () => {
    expect(document.servers[0]!.url).toBe(api.baseUrl);
  });
});

test('the examples of embeds have values that a page would have', () => {
  const { requestBody, responses } = document.paths['/api/v1/embed/generate']!.post!;
  const said = JSON.stringify([requestBody, responses!['200'], responses!['202']]);
  expect(said).toContain('"embedUrl":"https://showreel.example.com/embed/demo_');
});

test('no example is made of placeholders', () => {
  const examples = JSON.stringify(document, (name, value) => (name === 'enum' ? undefined : value));
  expect([...examples.matchAll(/.{80}"text"[,}\]].{0,40}/g)].map(([found]) => found)).toEqual([]);
});

test('the reference shows every operation and loads nothing from elsewhere', async () => {
  const pages = new Map<string, string>();
  for (const { operation } of operations()) {
    const path = `/docs/reference/${operation.tags![0]!.toLowerCase().replaceAll(' ', '-')}`;
    if (!pages.has(path)) {
      const answer = await api.request('GET', path, { key: null });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('content-type')).toContain('text/html');
      pages.set(path, answer.text);
    }
    expect(pages.get(path), path).toContain(`id="${operation.operationId}"`);
  }
  expect(pages.size).toBe(new Set(operations().map(({ operation }) => operation.tags![0])).size);
  for (const text of pages.values()) expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
});

/** Pages for people, and what those pages call. They are not part of the interface. */
const pagesOfOurs = new Set([
  ...[
    '/',
    '/docs',
    '/docs/*',
    '/docs/assets/*',
    '/sign-in',
    '/sign-up',
    '/favicon.svg',
    '/device',
    '/api/trpc/*',
    '/api/operator/*',
  ],
  ...['/forgot-password', '/reset-password', '/verify-email', '/security'],
  ...['/assets/*', '/sample/*', ...dashboardPaths, ...operatorPaths],
]);
