/** The process that recorded ended by itself, or somebody ended it. */
export class RecorderDied extends Error {
  override readonly name = 'RecorderDied';
  /** Whether the kernel or a person ended it. A crash may be the page's doing, a kill is not. */
  readonly isKilled: boolean;
  constructor(
    { code, signal }: { code: number | null; signal: NodeJS.Signals | null },
    options: ErrorOptions = {},
  ) {
    super(`The process that records ended (${signal ?? `code ${code}`}).`, options);
    this.isKilled = signal === 'SIGKILL' || signal === 'SIGTERM';
  }
}
