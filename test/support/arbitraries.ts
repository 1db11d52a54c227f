import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../../src/api/openapi/schema.ts';
import { contract } from './contract.ts';

/** Values that a schema of the OpenAPI document allows. Texts and lists are no longer than our limits need. */
export function valuesOf(schema: Schema): Arbitrary<unknown> {
  if (schema.$ref) return valuesOf(contract.components.schemas[schema.$ref.split('/').at(-1)!] as Schema);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options) return fc.oneof(...options.map(valuesOf));
  const types = [schema.type ?? 'any'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema)));
}

function ofType(type: string, schema: Schema): Arbitrary<unknown> {
  const { minimum = -1e6, maximum = 1e6 } = schema;
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.oneof(
        fc.constantFrom(minimum, maximum),
        fc.double({ min: minimum, max: maximum, noNaN: true }),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 8) });
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valuesOf(one)]);
      const requiredKeys = (schema.required ?? []) as never[];
      return fc.record(Object.fromEntries(members), { requiredKeys });
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textOf({ format, minLength = 0, maxLength = 60 }: Schema): Arbitrary<string> {
  if (format === 'uri') return fc.webUrl({ withQueryParameters: true });
  if (format === 'email') return fc.emailAddress();
  const most = Math.min(maxLength, 600);
  const longest = fc.constant('é'.repeat(most));
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(most, 40) }) },
    { weight: 1, arbitrary: longest },
  );
}

/** Values such as only an attacker or a broken client sends. */
export const junk: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      false,
      0,
      -1,
      1e308,
      -1e308,
      2 ** 53,
      0.1,
      '',
      ' ',
      '\0',
      '\ud800',
      '👩‍👩‍👧',
      'null',
      'true',
    ],
    ...['__proto__', 'constructor', 'toString', 'x'.repeat(3000), "' or 1=1 --", '../../etc/passwd', '%00'],
    ...[[], {}, [[[[]]]], { constructor: { prototype: {} } }, { length: -1 }, { $ref: '#/' }],
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
);

/** These values with one to three members replaced, removed or added. */
export function spoilt(values: Arbitrary<unknown>): Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), how: fc.constantFrom('replace', 'remove', 'add'), value: junk });
  return fc
    .tuple(values, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce<unknown>(applyChange, value));
}

function applyChange(value: unknown, change: { at: number; how: string; value: unknown }): unknown {
  if (typeof value !== 'object' || value === null) return change.value;
  if (Array.isArray(value)) return [...value, change.value];
  const entries = Object.entries(value);
  const odd = ['__proto__', 'constructor', 'unknown', '', 'id'][change.at % 5]!;
  if (change.how === 'add' || entries.length === 0)
    return Object.fromEntries([...entries, [odd, change.value]]);
  const index = change.at % entries.length;
  const [name, member] = entries[index]!;
  if (change.how === 'remove') return Object.fromEntries(entries.filter((_, at) => at !== index));
  const inner = change.at % 3 === 0 ? applyChange(member, change) : change.value;
  return Object.fromEntries(entries.map((entry, at) => (at === index ? [name, inner] : entry)));
}
