import Emittery from 'emittery';
import type { Sql } from 'postgres';
import type { Logger } from '../log.ts';
import { channel, startListener } from './listener.ts';
import { readHead } from './read.ts';
import type { Doorbell, DoorbellEvents, EventStore, JsonObject } from './types.ts';

interface DoorbellOptions {
  /** For NOTIFY and reading. */
  sql: Sql;
  /** For the one LISTEN connection of this process. */
  url: string;
  store: EventStore;
  log: Logger;
  /** How often this process rings for itself, to hear whether its connection is alive. Default 15,000. */
  beatEveryMs?: number;
}

// A notifying commit takes a lock on the whole cluster: NOTIFY in every append cost four fifths of the throughput.
const ringEveryMs = 50;
const pollEveryMs = 2_000;
const batchSize = 500;
const payloadLimitBytes = 7_000;

/** Tells this process what every process appends. Resolves once it listens: nothing appended afterwards is missed. */
export async function createDoorbell(options: DoorbellOptions): Promise<Doorbell> {
  const { sql, log } = options;
  const bus = new Emittery<DoorbellEvents>();
  const emit = <Name extends keyof DoorbellEvents>(name: Name, data: DoorbellEvents[Name]) => {
    bus
      .emit(name, data)
      .catch((error: unknown) => log.error({ err: error, name }, 'a doorbell listener failed'));
  };
  const reader = createReader(options, (event) => emit('event', event));
  const notify = (payload: string) =>
    sql`select pg_notify(${channel}, ${payload})`.then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, 'could not ring the doorbell; the poll will deliver'),
    );
  const ringer = createRinger(() => notify(''));

  let listening = false;
  const listener = await startListener(options, () => notify(''), {
    onPayload(payload) {
      if (payload === '') reader.wake();
      else emit('tick', JSON.parse(payload));
    },
    onListening() {
      if (listening) {
        log.info('the doorbell is listening again');
        emit('reconnected', undefined);
        reader.wake();
      }
      listening = true;
    },
  });
  await reader.startAt(await readHead(sql));
  const poll = setInterval(() => reader.wake(), pollEveryMs);
  poll.unref();

  return {
    bus,
    ring: ringer.ring,
    tick(payload: JsonObject) {
      const text = JSON.stringify(payload);
      const sizeBytes = Buffer.byteLength(text);
      if (sizeBytes >= payloadLimitBytes)
        throw new Error(`A tick has ${sizeBytes} bytes; it must have fewer than ${payloadLimitBytes}.`);
      void notify(text);
    },
    async stop() {
      clearInterval(poll);
      await ringer.stop();
      await reader.stop();
      await listener.stop();
      bus.clearListeners();
    },
  };
}

/** Reads on from the last position, one reading at a time; being woken while it reads makes it read once more. */
function createReader(options: DoorbellOptions, deliver: (event: DoorbellEvents['event']) => void) {
  let position = -1;
  let stopped = false;
  let woken = false;
  let reading: Promise<void> | null = null;

  async function readOn(): Promise<void> {
    do {
      woken = false;
      const events = await options.store.readAll({
        after: position,
        limit: batchSize,
        newer: 'as stored',
      });
      for (const event of events) {
        if (stopped) return;
        position = event.position;
        deliver(event);
      }
      if (events.length === batchSize) woken = true;
    } while (woken && !stopped);
  }

  function wake(): void {
    woken = true;
    if (reading || stopped || position < 0) return;
    reading = readOn()
      .catch((error: unknown) => options.log.warn({ err: error }, 'could not read new events; trying again'))
      .finally(() => {
        reading = null;
      });
  }

  return {
    wake,
    async startAt(head: number) {
      position = head;
      wake();
      await reading;
    },
    async stop() {
      stopped = true;
      await reading;
    },
  };
}

/**
 * Notifies at once when it was quiet, else at the end of the interval: at most 20 times a second, and the last ring
 * is never lost.
 */
function createRinger(notify: () => Promise<void>) {
  let timer: NodeJS.Timeout | null = null;
  let again = false;
  let sending: Promise<void> = Promise.resolve();
  let stopped = false;

  function ring(): void {
    if (stopped) return;
    if (timer) {
      again = true;
      return;
    }
    sending = notify();
    timer = setTimeout(() => {
      timer = null;
      if (!again) return;
      again = false;
      ring();
    }, ringEveryMs);
    timer.unref();
  }

  return {
    ring,
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await sending;
      if (again) await notify();
    },
  };
}
