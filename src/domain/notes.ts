/** What is written down outside of the database, so that a restore of an older one cannot forget it. */
export interface Notes {
  /** The note appears whole or not at all, in the place of one with the same key. */
  put(key: string, text: string): Promise<void>;
}
