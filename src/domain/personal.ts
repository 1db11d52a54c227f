import { z } from 'zod';
import type { PersonalMembers } from '../store/index.ts';
import type { Json, JsonObject } from '../store/types.ts';
import { ownerOf } from './accounts/test-mode.ts';
import type { Facts } from './facts.ts';

/** What stands in the place of a member that cannot be read any more: the first of these that its schema allows. */
const empties: readonly Json[] = [null, '', [], {}];

/**
 * The personal members of these facts, for the event store. What is done in test mode belongs to the owner of the account.
 * @throws Error where a fact names a member that it does not have, or one that cannot be empty
 */
export const personalMembers = (facts: Facts): PersonalMembers => ({
  facts: new Map(
    Object.entries(facts).flatMap(([type, fact]): [string, JsonObject][] =>
      fact.personal ? [[type, emptyMembers(type, fact)]] : [],
    ),
  ),
  subjectOf: (data) => ownerOf(data.userId as string),
});

function emptyMembers(type: string, { data, personal = [] }: Facts[string]): JsonObject {
  const { shape } = data as z.ZodObject;
  return Object.fromEntries(
    personal.map((name) => {
      const schema = shape[name];
      const empty = schema && empties.find((value) => z.safeParse(schema, value).success);
      if (empty === undefined) throw new Error(`${type} has no member \`${name}\` that can be empty.`);
      return [name, empty];
    }),
  );
}
