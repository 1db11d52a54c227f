import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createDocument } from '../../src/api/openapi/document.ts';
import { appRouter } from '../../src/domain/router.ts';

export interface DocumentedBody {
  $ref?: string;
  content?: Record<string, { schema: object; example?: unknown }>;
}
export interface DocumentedOperation {
  operationId: string;
  tags: string[];
  security: Record<string, []>[];
  parameters?: {
    $ref?: string;
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    schema: object;
    example?: unknown;
  }[];
  requestBody?: DocumentedBody;
  responses: Record<string, DocumentedBody>;
}
export interface Documented {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, object>; responses: Record<string, DocumentedBody> };
}

/** The OpenAPI document, as the service generates it from its operations. */
export const contract = createDocument(appRouter, { prefix: '/api/v1' }) as unknown as Documented;

export const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
export type ContractOperation = (typeof operations)[number];

/** The schema with references that name the document, so that it can be compiled by itself. */
export const absolute = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/'));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
// Addresses may have any letters, as in browsers. The format of RFC 3986 allows only ASCII.
ajv.addFormat('uri', (text: string) => URL.canParse(text));
ajv.addSchema(contract, 'contract');

/** @returns what is wrong with the value by the schema, or null */
export function breachOf(schema: object, value: unknown): string | null {
  let validate = compiled.get(schema);
  if (!validate) {
    validate = ajv.compile(absolute(schema));
    compiled.set(schema, validate);
  }
  return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' });
}
const compiled = new Map<object, ReturnType<Ajv2020['compile']>>();

const patterns = operations
  .map((found) => ({ ...found, pattern: patternOf(found.path), blanks: found.path.split('{').length }))
  // A path that is written out comes before one whose parameter would match it too.
  .sort((a, b) => a.blanks - b.blanks);

function patternOf(path: string): RegExp {
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll(/\{\w+\}/g, '[^/]+?')}$`);
}

/** The operation of a path. null also where the path is badly percent-encoded: the router refuses it before any operation. */
export const operationAt = (method: string, path: string): ContractOperation | null =>
  !isEncoded(path) ? null : (patterns.find((one) => one.method === method && one.pattern.test(path)) ?? null);

export interface Answered {
  method: string;
  /** The path without its query. */
  path: string;
  status: number;
  contentType: string | null;
  text: string;
}

/** Every operation and status that was checked against the document in this process, such as `projects_create 201`. */
export const answeredHere = new Set<string>();

/**
 * What is wrong with an answer by the document; null where nothing is. An answer to HEAD is checked against GET without a
 * body. Where the path has no operation (404) or the operation no such method (405), only the shape of errors is checked.
 */
export function breachOfAnswer(answer: Answered): string | null {
  const { method, path, status } = answer;
  const found = operationAt(method === 'HEAD' ? 'GET' : method, path);
  const isJson = /^application\/json\b/.test(answer.contentType ?? '');
  if (!found || status === 405) {
    if (status < 400 || !isJson || method === 'HEAD') return null;
    return breachOf({ $ref: '#/components/schemas/Error' }, JSON.parse(answer.text));
  }
  const name = `${found.method} ${found.path}`;
  answeredHere.add(`${found.operation.operationId} ${status}`);
  const given = found.operation.responses[status];
  if (!given) return `${name} does not document ${status}: ${answer.text.slice(0, 300)}`;
  if (method === 'HEAD' || status === 304)
    return answer.text === '' ? null : `${name}: a ${status} has no body`;
  const { content } = given.$ref ? contract.components.responses[given.$ref.split('/').at(-1)!]! : given;
  if (!content) return answer.text === '' ? null : `${name} ${status} has no body by the document`;
  const type = (answer.contentType ?? 'nothing').split(';')[0]!;
  const media = content[type];
  if (!media) return `${name} ${status} is not documented as ${type}`;
  if (!isJson) return null;
  const breach = breachOf(media.schema, JSON.parse(answer.text));
  return breach && `${name} ${status}: ${breach}; it was ${answer.text.slice(0, 300)}`;
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
