import type { ISql } from 'postgres';
import { creditStreamPrefix, isCreditStream } from '../../domain/credits/events.ts';
import type { Finding } from './finding.ts';

/** `missing`: sealed, and not there; `changed`: other content; `moved`: another event in its place; `added`: there, and never sealed. */
type Kind = 'missing' | 'changed' | 'moved' | 'added';

interface StreamFault {
  stream: string;
  kind: Kind;
  count: number;
  /** The lowest version of those at fault. */
  version: number;
  what: string;
}

/** Whoever deletes a million events needs no million findings. */
const mostFaults = 1_000;

/** What is wrong with the events of all streams: one fault a stream and kind, with the first version and how many more there are. */
export interface StreamFaults {
  note(kind: Kind, stream: string, version: number, what: string): void;
  /** Looks once at what remains of the streams that miss events. */
  findings(sql: ISql): Promise<Finding[]>;
}

export function createStreamFaults(): StreamFaults {
  const faults = new Map<string, StreamFault>();
  let left = 0;
  return {
    note(kind, stream, version, what) {
      const key = `${kind} ${stream}`;
      const known = faults.get(key);
      if (!known && faults.size >= mostFaults) left += 1;
      else if (!known) faults.set(key, { stream, kind, count: 1, version, what });
      else if (version < known.version) faults.set(key, { ...known, count: known.count + 1, version, what });
      else known.count += 1;
    },
    async findings(sql) {
      const all = [...faults.values()];
      const ends = await endsOf(
        sql,
        all.filter(({ kind }) => kind === 'missing').map(({ stream }) => stream),
      );
      const found = all.map((fault) => inFinding(fault, ends.get(fault.stream) ?? 0));
      if (left === 0) return found;
      const what = `${left} more events are at fault; only the first ${mostFaults} streams are named`;
      return [...found, { userId: null, version: null, rule: 'seal', what }];
    },
  };
}

function inFinding({ stream, kind, count, version, what }: StreamFault, end: number): Finding {
  const userId = isCreditStream(stream) ? stream.slice(creditStreamPrefix.length) : null;
  const more = count > 1 ? `; so it is with ${count - 1} more of the stream` : '';
  return {
    userId,
    stream,
    version,
    rule: 'seal',
    what: `${what}${kind === 'missing' ? lost(version, end) : ''}${more}`,
  };
}

/** Where in its stream the gap is. */
function lost(version: number, end: number): string {
  if (end === 0) return ': the whole stream is gone';
  return end < version
    ? `: the stream was cut off and ends at version ${end}`
    : `: the stream goes on to version ${end}`;
}

/** The last version that is there, by stream. */
async function endsOf(sql: ISql, streams: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ stream: string; version: number }[]>`
    select stream, max(version) as version from events where stream in ${sql(['', ...streams])} group by stream`;
  return new Map(rows.map(({ stream, version }) => [stream, version]));
}
