import { unwrapZodType } from 'trpc-openapi';
import { z } from 'zod';
import { invalid } from '../../errors.ts';
import { shorten } from '../../text.ts';

/**
 * Turns texts of a query into numbers and booleans where the schema expects them. Only decimal numbers, `true` and `false`
 * are converted. Any other text stays as it is, and the schema refuses it by name. JSON bodies are never converted.
 */
export function coerceQuery(query: Record<string, unknown>, schema: z.ZodObject): Record<string, unknown> {
  // Names that the operation does not know, `__proto__` among them, are ignored.
  const known = Object.entries(query).filter(([name]) => Object.hasOwn(schema.shape, name));
  return Object.fromEntries(
    known.map(([name, value]) => {
      if (Array.isArray(value))
        throw invalid(`\`${name.slice(0, 60)}\` was given ${value.length} times; once is enough.`);
      const member = schema.shape[name];
      if (typeof value !== 'string' || !member) return [name, value];
      if ((value === '' || value === 'null') && takesNull(member)) return [name, null];
      return [name, coerce(value, kindOf(member))];
    }),
  );
}

const decimal = /^-?\d{1,15}(\.\d{1,15})?$/;

function coerce(text: string, kind: string): unknown {
  if (kind === 'number' && decimal.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Where the schema accepts null, an empty text or `null` in a query means null. */
const takesNull = (schema: z.core.$ZodType) => z.safeParse(schema, null).success;

function kindOf(schema: z.core.$ZodType): string {
  return unwrapZodType(schema, true)._zod.def.type;
}

const maxDepth = 32;

/**
 * Refuses text that PostgreSQL cannot store as text or jsonb (NUL, half of a surrogate pair), and nesting so deep that code
 * that walks the value would overflow its stack. Both would otherwise be a 500.
 */
export function refuseUnstorable(input: unknown): void {
  const left: { value: unknown; depth: number; path: string }[] = [{ value: input, depth: 0, path: '' }];
  for (let item = left.pop(); item; item = left.pop()) {
    const { value, depth, path } = item;
    if (typeof value === 'string') checkText(value, path);
    if (typeof value !== 'object' || value === null) continue;
    if (depth === maxDepth) throw invalid(`The input is nested more than ${maxDepth} levels deep.`);
    for (const [name, member] of Object.entries(value)) {
      checkText(name, path);
      left.push({ value: member, depth: depth + 1, path: path ? `${path}.${name}` : name });
    }
  }
}

function checkText(text: string, path: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    const field = path ? `\`${shorten(path, 60)}\`` : 'The input';
    throw invalid(`${field} must be valid Unicode text without the NUL character.`);
  }
}

/** The value as JSON with sorted members: equal values give equal texts. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
