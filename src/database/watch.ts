import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { Logger } from '../log.ts';
import { connect } from './connect.ts';
import { cutSilent } from './silent-sockets.ts';

/** Knows whether the database answers, without anybody having to wait for it. */
export interface DatabaseWatch {
  /** Whether it has failed to answer for `awayAfterMs`. */
  isAway(): boolean;
  stop(): Promise<void>;
}

export interface WatchTiming {
  everyMs: number;
  awayAfterMs: number;
}

/**
 * A question a second costs nothing that can be measured. 5 s without an answer are more than a crash, of which PostgreSQL is back after
 * 1 to 3 s. With 3 s, a machine with a load of 30 on two cores refused 35 of some 500 requests although nobody had killed the database.
 */
const usualTiming: WatchTiming = { everyMs: 1_000, awayAfterMs: 5_000 };

/**
 * Asks the database again and again, over a connection of its own: a pool whose connections are all busy says nothing of the server.
 * A connection that has not answered in time is given up, since a network that drops packets closes none.
 */
export function watchDatabase(url: string, log: Logger, timing: WatchTiming = usualTiming): DatabaseWatch {
  const { everyMs, awayAfterMs } = timing;
  const stopping = new AbortController();
  const open = () => connect(url, { max: 1, applicationName: 'showreel-watch' });
  let sql = open();
  /** When the last question that was answered had been asked. A slow answer is therefore no good one. */
  let answeredMs = performance.now();
  let wasAway = false;

  const ask = async () => {
    const askedMs = performance.now();
    if (await answers(sql, awayAfterMs)) answeredMs = Math.max(answeredMs, askedMs);
    else {
      void sql.end({ timeout: 0 }).catch(() => undefined);
      sql = open();
    }
    const isAway = performance.now() - answeredMs > awayAfterMs;
    if (isAway !== wasAway) tell(isAway);
    wasAway = isAway;
  };
  const tell = (isAway: boolean) => {
    if (isAway)
      return log.error('the database does not answer; requests that need it are refused until it does');
    // Idle connections are cut with those that wait for an answer: they are as likely to be forgotten, and cost a moment to open.
    const cut = cutSilent(serverOf(sql), performance.now() - awayAfterMs);
    log.warn({ cut }, 'the database answers again; connections that were silent since before are cut');
  };
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      await ask();
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    isAway: () => wasAway,
    async stop() {
      stopping.abort();
      await sql.end({ timeout: 0 });
      await asking;
      await sql.end({ timeout: 0 });
    },
  };
}

const serverOf = ({ options: { host, port } }: Sql) => `${host[0]}:${port[0]}`;

async function answers(sql: Sql, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    // Where this process itself had no processor for so long, the answer lies in the socket by now: one more look at it.
    timer = setTimeout(() => setTimeout(resolve, 100, false), timeoutMs);
  });
  const answered = sql`select 1`.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
