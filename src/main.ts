/**
 * The one entry of the service: settings, start, signals, stop. Everything else is composed in `start/`.
 */
import { readConfig } from './config.ts';
import { createLogger } from './log.ts';
import { announce, type Showreel, startShowreel } from './start/index.ts';

/** A graceful stop hands running jobs back and closes connections; what takes longer than this is cut off. */
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopOnSignal(starting));
  starting.then(
    (showreel) => console.log(announce(showreel, config.dataDir)),
    (error: unknown) => {
      log.debug({ err: error }, 'start failed');
      console.error(error instanceof Error ? error.message : String(error));
      process.exit(1);
    },
  );

  function stopOnSignal(started: Promise<Showreel>): (signal: NodeJS.Signals) => void {
    return (signal) => {
      // The second one means it: whatever is left is cleaned up at the next start.
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
          // It never came up: that is told where it was started.
          () => process.exit(1),
        );
    };
  }
}
let stopping = false;

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
