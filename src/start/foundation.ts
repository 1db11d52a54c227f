import type { Config } from '../config.ts';
import type { DomainServices } from '../domain/services.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/index.ts';
import type { Telemetry } from '../telemetry/index.ts';

/** What every role needs. */
export interface Foundation {
  config: Config;
  log: Logger;
  databaseUrl: string;
  services: DomainServices;
  media: MediaStorage;
  /** null where nobody measures. */
  telemetry: Telemetry | null;
}
