import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Sql } from 'postgres';
import { nothingSeen, type Seen } from '../load/client.ts';
import { openDatabase } from '../load/database.ts';
import { type Endings, filmsInQueue, findNotReady, readEndings, unfinishedJobs } from '../load/ended.ts';
import { findLeftovers, findSurvivors } from '../load/leftovers.ts';
import { type Random, seeded } from '../load/random.ts';
import { healthy, removeOnSignal, type Service, startService } from '../load/service.ts';
import { servePage } from '../load/site.ts';
import { findLosses } from '../load/told.ts';
import { live, makeLastDemo, signUp, type User } from '../load/user.ts';
import { createKiller, type Kill, type Kind, kinds } from './victims.ts';

export interface Settings {
  kills: number;
  seed: number;
  users: number;
  /** The mean time between two kills. */
  everyMs: number;
  /** Runs waiting jobs at once after the last kill, as an operator does who sees that all is well again. The queue would wait minutes. */
  hurry: boolean;
  say(line: string): void;
}

export interface Report {
  kills: Record<Kind, number>;
  seen: Seen;
  endings: Endings;
  /** Everything that should not be. A run without any has passed. */
  findings: string[];
  events: number;
  tookMs: number;
}

/**
 * Films give way to all other work by default, and then one took more than its 300 s on a machine where two other tests were at work. Whether a
 * film comes to its end is asked here, and not how soon.
 */
const unhurried = { SHOWREEL_FILM_NICENESS: '0', SHOWREEL_JOB_DEADLINE_SEC: '900' };

/** How long the service gets, after the last kill, to bring everything to its end: the longest wait of the queue for one more run, and a slow film. */
const settleMs = 16 * 60_000;

/** A round ends after this time, even where something that it would kill did not run: its turn comes again in the next one. */
const longestRoundMs = 15_000;

/** Puts the service under load, kills its parts, and looks at what came of it. */
export async function run(settings: Settings): Promise<Report> {
  const startedMs = performance.now();
  const [service, page] = [await startService(unhurried), await servePage()];
  removeOnSignal(service);
  try {
    const sql = await openDatabase(service.dataDir);
    try {
      const report = await measure(settings, { service, sql, pageUrl: page.url });
      await sql.end({ timeout: 5 });
      report.findings.push(...(await stopAndLook(service)));
      return { ...report, tookMs: performance.now() - startedMs };
    } finally {
      await sql.end({ timeout: 5 });
    }
  } finally {
    await service.stop();
    await page.close();
    await service.remove();
  }
}

interface Stage {
  service: Service;
  sql: Sql;
  pageUrl: string;
}

async function measure(settings: Settings, stage: Stage): Promise<Omit<Report, 'tookMs'>> {
  const { service, sql, pageUrl } = stage;
  const { say } = settings;
  const seen = nothingSeen();
  const random = seeded(settings.seed);
  const ending = new AbortController();
  const load = { pageUrl, signal: ending.signal, pauseMs: 700 };
  const users: User[] = [];
  const lives = Array.from({ length: settings.users }, async (_, index) => {
    const user = await signUp(service.baseUrl, seen, `user${index + 1}`);
    users.push(user);
    await live(user, { ...load, random: seeded(settings.seed + index + 1) });
  });
  const living = Promise.all(lives);
  // A user's fault ends the run at its end, and not in the middle of a kill.
  living.catch(() => {});
  const kills = await killAll(settings, stage, random);
  ending.abort();
  await living;
  say('no more kills; waiting until every job has ended');
  await healthy(service.baseUrl, 120_000);
  // On a slow machine no other film may have come to its end between two kills.
  const last = await Promise.all(users.map((user) => makeLastDemo(user, pageUrl, random)));
  const findings = await settle(stage, users, settings);
  findings.push(...(await findNotReady(sql, last)));
  for (const user of users) findings.push(...(await findLosses(sql, user)));
  const endings = await readEndings(sql);
  const told = users.flatMap(({ watchers }) => watchers.flatMap(({ faults }) => faults));
  findings.push(...endings.wrong, ...told, ...seen.wrong, ...service.crashes);
  findings.push(...(await askOperator(service.dataDir)));
  for (const watcher of users.flatMap(({ watchers }) => watchers)) watcher.leave();
  const [log] = await sql<{ count: number }[]>`select count(*)::int as count from events`;
  return { kills, seen, endings, findings, events: log!.count };
}

async function killAll(
  settings: Settings,
  { service, sql }: Stage,
  random: Random,
): Promise<Record<Kind, number>> {
  const { say, everyMs } = settings;
  const kill = createKiller(service, sql, random);
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (let killed = 0; killed < settings.kills; ) {
    // Every kind once in a round, in an order that the seed decides. Only then do films get far enough to have programs that can die.
    let turn = random.shuffled(kinds);
    for (const roundStartedMs = Date.now(); turn.length > 0 && killed < settings.kills; ) {
      await sleep(random.between(0.3, 1.7) * everyMs);
      const victim = await killFirst(turn, kill);
      if (victim) {
        turn = turn.filter((kind) => kind !== victim.kind);
        killed += 1;
        counts[victim.kind] += 1;
        say(`${String(killed).padStart(3)}  ${victim.kind.padEnd(11)} ${victim.what}`);
      } else if (Date.now() - roundStartedMs > longestRoundMs) turn = [];
    }
  }
  return counts;
}

/** Kills the first kind of which something runs. A browser and an encoder run for seconds only, so their turn comes when they do. */
async function killFirst(kinds: Kind[], kill: Kill): Promise<{ kind: Kind; what: string } | null> {
  for (const kind of kinds) {
    const what = await kill(kind);
    if (what) return { kind, what };
  }
  return null;
}

/** Waits until nothing is under way. @returns what was left when the time was up */
async function settle({ service, sql }: Stage, users: User[], { hurry, say }: Settings): Promise<string[]> {
  const startedMs = Date.now();
  let saidMs = startedMs;
  for (;;) {
    if (hurry) await runWaiting(sql).catch(() => undefined);
    const open = await unfinishedJobs(sql).catch(() => null);
    const watching = users.flatMap(({ watchers }) => watchers).filter((watcher) => !watcher.isOver());
    const left = [
      ...(open === 0
        ? []
        : [open === null ? 'no answer of the database' : `${open} jobs that have not ended`]),
      ...watching.map(({ demoId }) => `a watcher of ${demoId}`),
      ...(open === 0 ? await findLeftovers(service, sql).catch(() => ['no answer of the database']) : []),
    ];
    if (left.length === 0) return [];
    if (Date.now() - startedMs > settleMs)
      return [...left, ...(await filmsInQueue(sql).catch(() => ['no answer of the database']))];
    if (Date.now() - saidMs > 15_000) {
      say(`still there: ${left.slice(0, 5).join('; ')}`);
      saidMs = Date.now();
    }
    await sleep(500);
  }
}

const runWaiting = (sql: Sql) => sql`
  select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs where locked_at is null and run_at > now() and attempts > 0
  ), run_at => now())`;

const showreel = join(import.meta.dirname, '../showreel');

/** Asks what an operator would ask: does the ledger hold, and do the read models equal the log? */
async function askOperator(dataDir: string): Promise<string[]> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, SHOWREEL_DATA_DIR: dataDir };
  const questions = [['audit'], ['replay', '--verify']];
  const findings: string[] = [];
  for (const question of questions)
    await promisify(execFile)(showreel, ['admin', ...question], { env }).catch((fault) =>
      findings.push(`showreel admin ${question.join(' ')}: ${fault.stdout}${fault.stderr}`),
    );
  return findings;
}

async function stopAndLook(service: Service): Promise<string[]> {
  const codes = await service.stop();
  const ends = codes.flatMap((code) => (code === 0 ? [] : [`a role ended with ${code} when it was stopped`]));
  // The watcher of the database looks once a second.
  for (let tries = 0; tries < 20 && findSurvivors(service).length > 0; tries++) await sleep(500);
  return [...ends, ...findSurvivors(service)];
}
