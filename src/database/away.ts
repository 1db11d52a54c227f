/**
 * Whether an error says that the server cannot be reached, or cannot work, for the moment: it is gone, starting, stopping, out of
 * connections, memory or disk, or it fails over. The same statement may succeed later.
 */
export const isDatabaseAway = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  ('code' in thrown ? awayCodes.test(String(thrown.code)) : awayWords.test(thrown.message));

// The first line is postgres.js and the operating system, the second PostgreSQL. 25006 is a standby, which reads only.
const awayCodes =
  /^(CONNECTION_\w+|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|57P0[123]|53[0-4]00|58030|25006|08\w{3})$/;

// node-postgres, which graphile-worker uses, gives no code to a connection that has ended.
const awayWords = /^Connection terminated\b/;
