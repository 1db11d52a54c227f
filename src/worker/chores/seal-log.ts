import { sealLog } from '../../domain/audit/seal-log.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { Logger } from '../../log.ts';
import type { MediaStorage } from '../../media/index.ts';
import { wholeObjects } from '../../media/objects.ts';

export interface Sealing {
  /** Seals once more, so that a service that was stopped leaves no unsealed event behind. */
  stop(): Promise<void>;
}

/** What is changed before it was sealed is not noticed. A seal of no new event costs one connection and three statements. */
const intervalMs = 60_000;

/**
 * Seals the log now and every minute, so that the audit notices what is changed in it afterwards. It is no job of the queue, where
 * it would wait behind films.
 */
export function startSealing(
  services: Pick<DomainServices, 'sql' | 'clock' | 'secrets'>,
  media: MediaStorage,
  log: Logger,
  onSealed: (outcome: 'ok' | 'finding' | 'fault') => void = () => undefined,
): Sealing {
  const storage = wholeObjects(media);
  let lastNumber = 1;
  const seal = async () => {
    try {
      const sealed = await sealLog(services, storage, lastNumber);
      if (!sealed) return;
      lastNumber = sealed.last?.number ?? 1;
      const { last, foundAtBeginning: events, logEndsEarly } = sealed;
      if (events > 0)
        log.info({ events, position: last?.upTo }, 'sealed the log for the first time, as it was found');
      if (logEndsEarly) log.error(logEndsEarly, 'the log ends before its last seal: events were taken away');
      onSealed(logEndsEarly ? 'finding' : 'ok');
    } catch (error) {
      log.error({ err: error }, 'the log could not be sealed');
      onSealed('fault');
    }
  };
  let sealing = seal();
  const timer = setInterval(() => {
    sealing = sealing.then(seal);
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await sealing.then(seal);
    },
  };
}
