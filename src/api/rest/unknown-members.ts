import { unwrapZodType } from 'trpc-openapi';
import { z } from 'zod';
import { shorten } from '../../text.ts';
import { likelyName } from '../http/likely-name.ts';

/** Named in the `warnings` of an answer. The member had no effect. */
export interface UnknownMember {
  code: 'unknown_member';
  message: string;
}

/** More would say nothing new: such a request was written for another operation. */
const mostNamed = 10;

/**
 * The members of an input that its schema ignores. Members of objects within are looked at too, except where the schema keeps
 * unknown ones (`action_script`) or refuses them (`presentation`).
 */
export function unknownMembers(schema: z.ZodObject, input: object): UnknownMember[] {
  return pathsOf(schema, input, '')
    .slice(0, mostNamed)
    .map(({ path, likely }) => ({
      code: 'unknown_member',
      message: `\`${shorten(path, 80)}\` is not known here and was ignored.${likely ? ` Did you mean \`${likely}\`?` : ''}`,
    }));
}

function pathsOf(
  schema: z.core.$ZodType,
  value: unknown,
  within: string,
): { path: string; likely: string | null }[] {
  const type = unwrapZodType(schema, true);
  if (!(type instanceof z.ZodObject) || type.def.catchall || !isObject(value)) return [];
  const known = Object.keys(type.shape);
  return Object.entries(value).flatMap(([name, member]) => {
    const path = within ? `${within}.${name}` : name;
    if (Object.hasOwn(type.shape, name)) return pathsOf(type.shape[name]!, member, path);
    const left = known.filter((other) => !Object.hasOwn(value, other));
    const likely = likelyName(name, left);
    return [{ path, likely: likely && (within ? `${within}.${likely}` : likely) }];
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The answer with these warnings after its own. */
export function withWarnings(body: unknown, unknown: readonly UnknownMember[]): unknown {
  if (unknown.length === 0 || !isObject(body)) return body;
  const own = 'warnings' in body && Array.isArray(body.warnings) ? body.warnings : [];
  return { ...body, warnings: [...own, ...unknown] };
}
