import type { Credentials } from './credentials.ts';

/** The service as it runs here, whatever its role. */
export interface Showreel {
  /** Without a trailing slash; empty where the role serves no API. */
  baseUrl: string;
  /** The owner's, where the database is the embedded one and the role serves the API. */
  credentials: Credentials | null;
  /** True where this start opened the owner's account: its password is shown once. */
  isFirstStart: boolean;
  /** Stops taking requests and jobs, hands running jobs back, and leaves no process and no temporary file. */
  stop(): Promise<void>;
}
