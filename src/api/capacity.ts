import { readFileSync } from 'node:fs';

/**
 * How many watchers one process takes. Each needs a file descriptor. At the limit of descriptors the kernel, and not we, would refuse:
 * new requests of all kinds would be cut without an answer, and files and connections to the database could not be opened. So a
 * quarter, and 256 at least, is left for everything else.
 */
export const watcherLimit = (descriptors: number): number =>
  Math.max(16, descriptors - Math.max(256, Math.ceil(descriptors / 4)));

/**
 * How many connections of all kinds. More are closed at once: at the limit of descriptors no file and no connection to the database
 * could be opened any more.
 */
export const connectionLimit = (descriptors: number): number =>
  Math.max(32, descriptors - Math.max(128, Math.ceil(descriptors / 8)));

/** The limit of this process. Node.js has raised it to the hard limit when it started. Without /proc, what most systems give. */
export function descriptorLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 1024);
  } catch {
    return 1024;
  }
}
