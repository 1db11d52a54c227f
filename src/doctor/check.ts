/** What came of trying one thing that the service needs. */
export interface Diagnosis {
  name: string;
  /** `warned`: the service works, but not as well as it could. `skipped`: it is not set up, or this role does not need it. */
  state: 'ok' | 'warned' | 'failed' | 'skipped';
  /** What was found, in one line. */
  found: string;
  /** What to do about it; null where nothing is to be done. */
  advice: string | null;
}

export type Finding = Omit<Diagnosis, 'name'>;

export const ok = (found: string): Finding => ({ state: 'ok', found, advice: null });
export const skipped = (found: string): Finding => ({ state: 'skipped', found, advice: null });
export const warned = (found: string, advice: string): Finding => ({ state: 'warned', found, advice });
export const failed = (found: string, advice: string): Finding => ({ state: 'failed', found, advice });

/** The first line of an error's text. Addresses with a password are no part of what drivers say. */
export const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).split('\n', 1)[0]!.slice(0, 300);
