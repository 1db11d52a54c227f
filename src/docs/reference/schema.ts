import type { Schema } from '../../api/openapi/schema.ts';
import { type Html, html } from '../../web/html.ts';

export type Schemas = Record<string, Schema>;

const deepest = 6;

/** Draws a schema as a list of members, each with its type and bounds. Members of members are listed below their parent. */
export function renderSchema(given: Schema, schemas: Schemas, depth = 0): Html {
  const schema = resolve(given, schemas);
  const objects = objectsOf(schema, schemas);
  if (objects.length === 0 || depth >= deepest) {
    return html`<span class="type">${typeOf(schema, schemas)}${boundsOf(schema)}</span>`;
  }
  return html`${objects.map(
    (object, index) =>
      html`${index > 0 && html`<p class="or">or</p>`}${renderMembers(object, schemas, depth)}`,
  )}`;
}

function renderMembers(members: Schema, schemas: Schemas, depth: number): Html {
  const required = new Set(members.required ?? []);
  return html`<dl class="members">${Object.entries(members.properties ?? {}).map(([name, member]) => {
    const inner = resolve(member, schemas);
    const isNested = objectsOf(inner, schemas).length > 0;
    return html`<div><dt><code>${name}</code> <span class="type">${typeOf(inner, schemas)}${boundsOf(inner)}</span>
${required.has(name) && html`<small>required</small>`}</dt>
<dd>${prose(inner.description ?? member.description)}${isNested && renderSchema(inner, schemas, depth + 1)}</dd></div>`;
  })}</dl>`;
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  if (!schema.$ref) return schema;
  const { $ref, ...rest } = schema;
  return { ...schemas[$ref.split('/').at(-1)!], ...rest };
}

/** The objects whose members are listed: the schema itself, the items of its array, or the objects among its alternatives. */
function objectsOf(schema: Schema, schemas: Schemas): Schema[] {
  if (schema.properties) return [schema];
  if (schema.items) return objectsOf(resolve(schema.items, schemas), schemas);
  return alternativesOf(schema).flatMap((option) => objectsOf(resolve(option, schemas), schemas));
}

const alternativesOf = (schema: Schema) => schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];

function typeOf(schema: Schema, schemas: Schemas): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) {
    return [...new Set(alternatives.map((option) => typeOf(resolve(option, schemas), schemas)))].join(' | ');
  }
  if (schema.items) return `array of ${typeOf(resolve(schema.items, schemas), schemas)}`;
  return [schema.type ?? 'anything'].flat().join(' | ');
}

function boundsOf(schema: Schema): string {
  const between = (low: number | undefined, high: number | undefined, one = '') => {
    if (low === undefined && high === undefined) return null;
    const unit = one && ` ${one}${(high ?? low) === 1 ? '' : 's'}`;
    if (low === undefined) return `at most ${high}${unit}`;
    return high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`;
  };
  const isSafeBound = (bound: number | undefined) =>
    Math.abs(bound ?? 0) < Number.MAX_SAFE_INTEGER ? bound : undefined;
  const parts = [
    schema.format,
    between(isSafeBound(schema.minimum), isSafeBound(schema.maximum)),
    between(schema.minLength, schema.maxLength, 'character'),
    between(schema.minItems, schema.maxItems, 'item'),
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
  return parts.length > 0 ? `, ${parts.join(', ')}` : '';
}

/** Turns the backticks of the document's texts into code elements. */
export const prose = (text = '') =>
  // Nothing on these pages leads away, so of a link the words stay.
  text
    .replaceAll(/\[([^\]]+)\]\(https?:[^)]+\)/g, '$1')
    .split('`')
    .map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`));
