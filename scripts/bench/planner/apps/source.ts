/** Where the bench has applications from: each is served anew for each task, and says by its own state whether the task is done. */
import type { AppLogLine } from '../../../../test/planning/app-log.ts';

export interface AppTask {
  app: string;
  id: string;
  instruction: string;
}

export interface AppSource {
  /** How long an application takes to send what was changed last. */
  lastRequestsMs: number;
  /** Serves an application as it is before anybody has touched it. @param folder where the server may write */
  serve(app: string, folder: string): Promise<AppServer>;
}

export interface AppServer {
  /** The page that the task begins on. */
  url: string;
  /** What has happened since the server was started, or since `from`, an earlier answer's length. */
  log(from?: number): Promise<AppLogLine[]>;
  /** Whether the task is done, by the state that the server has now. */
  verify(task: string): Promise<Verdict>;
  stop(): Promise<void>;
}

export interface Verdict {
  ok: boolean;
  message: string;
  /** The verifier stumbled over the state. */
  tripped?: true;
}
