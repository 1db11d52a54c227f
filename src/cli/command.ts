import { type Command, InvalidArgumentError } from 'commander';
import type { Session } from './session/session.ts';
import type { Printer } from './terminal/printer.ts';

/** What a file needs to add its commands. */
export interface CommandHost {
  program: Command;
  /** The version of this program. */
  version: string;
  /** An action that needs a key. */
  signedIn<Args extends unknown[]>(
    action: (session: Session, ...args: Args) => Promise<void>,
  ): (...args: Args) => Promise<void>;
  /** An action that needs none. */
  anyone<Args extends unknown[]>(
    action: (given: Anyone, ...args: Args) => Promise<void>,
  ): (...args: Args) => Promise<void>;
}

export interface Anyone {
  printer: Printer;
  /** The service that is meant. */
  baseUrl(): Promise<string>;
}

/** Reads a count from an option. */
export function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1.');
  return Number(text);
}
