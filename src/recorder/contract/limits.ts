import { RecordingFault } from './fault.ts';

/** What a page may take of the machine while it is filmed. */
export interface PageLimits {
  /** Of the browser with all its processes: a page that several processes share counts once. */
  memoryBytes: number;
  /** The processor time of the browser with all its processes. */
  cpuMs: number;
  /** Processes and threads of the browser together. A Web Worker is a thread. */
  processes: number;
  /** That all pages of a film send. */
  requests: number;
  /** That all sites together send. */
  receivedBytes: number;
  /** What its browser keeps on disk: databases, caches and files of its pages. */
  diskBytes: number;
  /** Of one message of the browser to the service: an answer, or what the page says by itself. The longest of usual pages have 8 MB. */
  messageBytes: number;
}

/** A page of the usual kind takes 0.2 to 0.5 GB, 10 to 60 s, 65 to 100 threads, and less than a thousand requests. */
export const defaultLimits: PageLimits = {
  memoryBytes: 2 * 2 ** 30,
  cpuMs: 600_000,
  processes: 1_000,
  requests: 20_000,
  receivedBytes: 2 ** 30,
  diskBytes: 2 ** 30,
  messageBytes: 64 * 2 ** 20,
};

/** The fault of a page that took more than it may. It would do so again, so it is not tried again. */
export function overLimit(which: keyof PageLimits, limits: PageLimits): RecordingFault {
  return new RecordingFault('over_limit', `The page ${sentences[which](limits[which])}.`);
}

const sentences: Record<keyof PageLimits, (limit: number) => string> = {
  memoryBytes: (limit) => `took more than ${sizeInWords(limit)} of memory`,
  cpuMs: (limit) => `took more than ${grouped(Math.round(limit / 1000))} seconds of processor time`,
  processes: (limit) => `started more than ${grouped(limit)} processes, threads and workers`,
  requests: (limit) => `sent more than ${grouped(limit)} requests`,
  receivedBytes: (limit) => `loaded more than ${sizeInWords(limit)}`,
  diskBytes: (limit) => `kept more than ${sizeInWords(limit)} on disk`,
  messageBytes: (limit) => `told the recorder more than ${sizeInWords(limit)} at once`,
};

const grouped = (number: number) => number.toLocaleString('en');

/** `2 GB`, `1.5 GB`, `300 MB`. */
export function sizeInWords(bytes: number): string {
  const gigabytes = bytes / 2 ** 30;
  return gigabytes >= 1
    ? `${Math.round(gigabytes * 10) / 10} GB`
    : `${grouped(Math.round(bytes / 2 ** 20))} MB`;
}
