import { parseArgs } from 'node:util';
import type { AdminClient } from '../../admin/client.ts';
import type { Output } from '../terminal/output.ts';

/** The command was used wrongly. It exits with 2 and shows its usage. */
export class UsageError extends Error {}

export interface Invocation {
  client: AdminClient;
  output: Output;
  arguments: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  flags: ReadonlySet<string>;
}

/** What every command has, whatever it is run with. */
interface Words {
  /** The arguments and options after its name, such as `ACCOUNT [--at TIME]`. */
  usage: string;
  /** One line. */
  summary: string;
  /** The least and the greatest number of arguments. */
  takes: readonly [number, number];
  /** Names of options with a value. */
  options?: readonly string[];
  /** Names of options without one. */
  flags?: readonly string[];
}

export interface Command extends Words {
  /** @returns the exit code: 0, or 1 where the command found a fault. */
  run(invocation: Invocation): Promise<0 | 1>;
}

/** A command that needs no running service. */
export interface LocalCommand extends Words {
  run(invocation: Omit<Invocation, 'client'>): Promise<0 | 1>;
}

export const commonOptions = ['operator', 'url'] as const;
export const commonFlags = ['json', 'help'] as const;

/** @throws UsageError where an option is unknown or the number of arguments is wrong. */
export function parseCommand(
  command: Pick<Command, 'takes' | 'options' | 'flags'>,
  args: readonly string[],
): Pick<Invocation, 'arguments' | 'options' | 'flags'> {
  const named = [...(command.options ?? []), ...commonOptions];
  const flagged = [...(command.flags ?? []), ...commonFlags];
  const { values, positionals } = parsed(args, named, flagged);
  const [fewest, most] = command.takes;
  const flags = new Set(flagged.filter((name) => values[name] === true));
  if (!flags.has('help') && (positionals.length < fewest || positionals.length > most))
    throw new UsageError(
      positionals.length < fewest
        ? 'An argument is missing.'
        : `"${positionals[most]}" is one argument too many.`,
    );
  const options = Object.fromEntries(named.map((name) => [name, values[name] as string | undefined]));
  return { arguments: positionals, options, flags };
}

function parsed(args: readonly string[], named: readonly string[], flagged: readonly string[]) {
  const options = {
    ...Object.fromEntries(named.map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries(flagged.map((name) => [name, { type: 'boolean' as const }])),
  };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // `parseArgs` takes a negative number for an option.
    const negative = args.find((one) => /^-\d/.test(one));
    if (negative !== undefined)
      throw new UsageError(`Expected a whole number without a sign, got "${negative}".`);
    throw new UsageError(
      error instanceof Error ? error.message.replace(/\. To specify.*$/s, '.') : String(error),
    );
  }
}

/** @throws UsageError */
export function wholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${name}: expected a whole number, got "${text}".`);
  return Number(text);
}

/** A date stands for its beginning in UTC. @throws UsageError */
export function moment(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
    ? new Date(text)
    : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`${name}: expected a time such as 2026-02-10T12:00:00Z, got "${text}".`);
  return at.toISOString();
}

/** @throws UsageError */
export function oneOf<Choice extends string>(
  text: string | undefined,
  choices: readonly Choice[],
  name: string,
): Choice | undefined {
  if (text === undefined) return undefined;
  const chosen = choices.find((choice) => choice === text);
  if (!chosen) throw new UsageError(`${name}: expected one of ${choices.join(', ')}, got "${text}".`);
  return chosen;
}

/** @throws UsageError */
export function reason(options: Invocation['options']): string {
  const text = options.reason?.trim();
  if (!text) throw new UsageError('Give a reason with --reason "…". It is stored in the event.');
  return text;
}

/** Prints the value as JSON with --json, else as lines. */
export function print(
  { output, flags }: Pick<Invocation, 'output' | 'flags'>,
  value: unknown,
  lines: () => readonly string[],
): void {
  if (flags.has('json')) output.line(JSON.stringify(value, null, 2));
  else for (const line of lines()) output.line(line);
}
