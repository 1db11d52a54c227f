/** A real web application from npm that nobody of this project has worked on, and what it is asked to do. */
export interface Stranger<State = unknown> {
  app: string;
  /** The package, at an exact version. */
  package: string;
  version: string;
  /** Writes down what the application begins with, and says how it is started. */
  start(place: Place): Promise<Start>;
  /** What the application cannot begin with is put in through its API. */
  seed?(running: Running): Promise<void>;
  /** What the application keeps, without what changes by itself and without what is merely looked at. */
  state(running: Running): Promise<State>;
  tasks: readonly StrangerTask<State>[];
}

export interface StrangerTask<State> {
  id: string;
  instruction: string;
  isDone(state: State): boolean;
  /** Does the task without the page. It proves that `isDone` can say yes. */
  solve(running: Running): Promise<unknown>;
}

export interface Place {
  /** The `node_modules` in which the package is. */
  modules: string;
  /** A folder of its own: its home, and where it keeps its data. */
  folder: string;
  port: number;
}

export interface Start {
  /** The program and its arguments. */
  command: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
  /** The page to begin on, behind `http://127.0.0.1:port/`. */
  path?: string;
}

export interface Running extends Place {
  /** `http://127.0.0.1:port`. */
  origin: string;
}

export const stranger = <State>(one: Stranger<State>): Stranger => one as Stranger;
