import type { Credentials } from './data/credentials.ts';

/** A running service, whatever its role. */
export interface Showreel {
  /** Address without a trailing slash; empty where the role serves no API. */
  baseUrl: string;
  /** The owner's credentials, where the database is embedded and the role serves the API. */
  credentials: Credentials | null;
  /** Where Prometheus reads figures; null where it does not. */
  metricsUrl: string | null;
  /** Whether this start opened the owner's account. Its password is shown only then. */
  isFirstStart: boolean;
  /**
   * Finds out how browser and ffmpeg are confined here, and says it in the log and to the admin. null where this role runs neither.
   * @returns what is off, with what turns it on, in lines
   */
  examineIsolation: (() => Promise<string[]>) | null;
  /** Stops taking requests and jobs, gives running jobs back to the queue, and leaves no process and no temporary file. */
  stop(): Promise<void>;
}
