/**
 * The only entry of the service. It reads the settings, starts the service and stops it at a signal. `start/` builds the
 * parts and connects them.
 */
import { readConfig } from './config.ts';
import { createLogger } from './log.ts';
import { announce, type Showreel, startShowreel } from './start/index.ts';

/** How long a graceful stop may take to hand running jobs back and to close connections. Then the process ends anyway. */
const stopPatienceMs = 10_000;

function main(): void {
  const config = readConfig();
  const log = createLogger(config.logLevel);
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      log.fatal({ err: error }, 'a fault nobody caught; the process ends');
      process.exit(1);
    });
  }
  const starting = startShowreel(config, log);
  // A statement that the driver never answers, as when PostgreSQL dies at the wrong moment, keeps no process alive: it would end with 0.
  process.on('beforeExit', () => {
    log.fatal('the process ran out of work without being stopped; start it again');
    process.exit(1);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopOnSignal(starting));
  starting.then(
    (showreel) => {
      console.log(announce(showreel, config.dataDir));
      sayIsolation(showreel).catch((err: unknown) =>
        log.warn({ err }, 'could not find out what is isolated'),
      );
    },
    (error: unknown) => {
      log.debug({ err: error }, 'start failed');
      console.error(error instanceof Error ? error.message : String(error));
      process.exit(1);
    },
  );

  function stopOnSignal(started: Promise<Showreel>): (signal: NodeJS.Signals) => void {
    return (signal) => {
      // A second signal ends the process at once. The next start cleans up what is left.
      if (stopping) process.exit(1);
      stopping = true;
      log.info({ signal }, 'stopping');
      const patience = setTimeout(() => {
        log.warn(`did not stop within ${stopPatienceMs / 1000} s; ending at once`);
        process.exit(1);
      }, stopPatienceMs);
      started
        .then((showreel) => showreel.stop())
        .then(
          () => {
            clearTimeout(patience);
            process.exit(0);
          },
          // Either the service never started, and the reason is printed above, or the stop itself failed.
          () => process.exit(1),
        );
    };
  }
}
let stopping = false;

/** Prints what is off, with what turns it on. The log has what is on. */
async function sayIsolation({ examineIsolation }: Showreel): Promise<void> {
  const off = (await examineIsolation?.()) ?? [];
  if (off.length > 0 && !stopping)
    console.log(['Not as isolated as it could be:', ...off.map((line) => `  ${line}`)].join('\n'));
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
