import type { Sql } from 'postgres';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { openDomain } from '../../domain/index.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { Logger } from '../../log.ts';
import type { MediaStorage } from '../../media/index.ts';
import { putText } from '../../media/text.ts';
import { developmentPayment } from '../../payment/development.ts';
import type { Secrets } from '../../secrets.ts';
import { createIntake } from '../intake.ts';

interface Parts {
  config: Pick<Config, 'ffmpegPath'>;
  sql: Sql;
  databaseUrl: string;
  media: MediaStorage;
  secrets: Secrets;
  log: Logger;
}

/** The domain for an operator's command, beside a service or without one: nobody pays through it, and no file comes in. */
export const openOperatorDomain = ({ config, media, ...parts }: Parts): Promise<DomainServices> =>
  openDomain({
    ...parts,
    clock: systemClock,
    payment: developmentPayment,
    notes: { put: (key, text) => putText(media, key, text) },
    intake: createIntake({ media, ffmpegPath: config.ffmpegPath, videoLimitBytes: 0 }),
  });
