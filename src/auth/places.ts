import { createHmac } from 'node:crypto';
import type { Sql } from 'postgres';
import type { CookieSecrets } from './cookie.ts';

/** Where a request comes from. */
export interface Place {
  /** What counts as one place: an IPv4 address, or an IPv6 network. */
  network: string;
  /** The shortened form that a person is shown. */
  shown: string;
}

/** After this time a place is as unknown as any other. */
const keptDays = 90;

/**
 * The places that users have signed in from. They are stored as HMACs: a plain hash of an IPv4 address can be searched.
 * @param secrets of the service; a place is stored under the first of them
 */
export function createPlaces(sql: Sql, secrets: CookieSecrets) {
  const hashOf = ({ network }: Place, secret = secrets()[0]) =>
    createHmac('sha256', secret).update(`place:${network}`).digest('base64url');
  return {
    /** Whether the user with this address has signed in from there. The query is the same where there is no such user. */
    async knows(email: string, place: Place): Promise<boolean> {
      const rows = await sql`
        select from auth.known_places join auth.users on users.id = known_places.user_id
        where users.email = ${email.toLowerCase()} and place_hash = any(${secrets().map((secret) => hashOf(place, secret))})
          and seen_at > now() - ${keptDays} * interval '1 day'`;
      return rows.length > 0;
    },

    /** Remembers that this user signed in from there. Each call forgets the user's old places. */
    async trust(userId: string, place: Place): Promise<void> {
      await sql`
        with forgotten as (
          delete from auth.known_places
          where user_id = ${userId} and place_hash <> ${hashOf(place)}
            and seen_at < now() - ${keptDays} * interval '1 day'
        )
        insert into auth.known_places (user_id, place_hash) values (${userId}, ${hashOf(place)})
        on conflict (user_id, place_hash) do update set seen_at = now()`;
    },

    /** Notes on a session where it comes from. */
    async note(token: string, place: Place): Promise<void> {
      await sql`update auth.sessions set ip_address = ${place.shown} where token = ${token}`;
    },
  };
}
