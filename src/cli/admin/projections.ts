import type { BuildStep } from '../../admin/client.ts';
import { table } from '../terminal/output.ts';
import { type Command, type Invocation, print, UsageError } from './command.ts';

export const projections: Command = {
  usage: '[rebuild NAME… | verify [NAME]]',
  summary:
    'List read models with version and lag; or rebuild some while the service runs; or compare them with the log',
  takes: [0, 50],
  async run(given) {
    const [verb, ...names] = given.arguments;
    if (verb === undefined) return list(given);
    if (verb === 'verify' && names.length <= 1) return compareWithLog(given, names[0] ?? null);
    if (verb === 'rebuild' && names.length > 0) return build(given, names);
    throw new UsageError(
      verb === 'rebuild' ? 'Name at least one.' : `"${given.arguments.join(' ')}" is not known here.`,
    );
  },
};

async function list(given: Invocation): Promise<0 | 1> {
  const known = await given.client.projections.list.query();
  const outdated = known.filter(({ codeVersion, databaseVersion }) => codeVersion !== databaseVersion);
  print(given, known, () => [
    ...table(
      ['name', 'version', 'mode', 'lag', 'tables', 'built'],
      known.map((p) => [
        p.name,
        p.codeVersion === p.databaseVersion
          ? `${p.codeVersion}`
          : `${p.databaseVersion ?? 'none'}, code has ${p.codeVersion}`,
        ...[p.mode, p.lag, p.tables.join(', '), p.updatedAt],
      ]),
    ),
    ...(outdated.length > 0 ? [`To be rebuilt: ${outdated.map(({ name }) => name).join(' ')}`] : []),
  ]);
  return outdated.length > 0 ? 1 : 0;
}

async function build(given: Invocation, names: readonly string[]): Promise<0 | 1> {
  const built: { name: string; events: number }[] = [];
  for (const name of names)
    for await (const step of await given.client.projections.rebuild.mutate({ name })) {
      if ('progress' in step) progress(given, 'rebuilding', step);
      else {
        built.push({ name, events: step.events });
        if (!given.flags.has('json'))
          given.output.line(`${name}: built anew from ${step.events.toLocaleString('en')} events.`);
      }
    }
  if (given.flags.has('json')) print(given, built, () => []);
  return 0;
}

type Verdict = Exclude<BuildStep, { progress: unknown }>;

/** Names each row of a read model that differs from the log. @returns 1 where there is such a row. */
export async function compareWithLog(given: Invocation, name: string | null): Promise<0 | 1> {
  const verdicts: Verdict[] = [];
  for await (const step of await given.client.projections.verify.query({ name })) {
    if ('progress' in step) progress(given, 'verifying', step);
    else {
      verdicts.push(step);
      if (!given.flags.has('json')) for (const line of inLines(step)) given.output.line(line);
    }
  }
  if (given.flags.has('json')) print(given, verdicts, () => []);
  return verdicts.some(({ differences }) => differences && differences.length > 0) ? 1 : 0;
}

function progress(given: Invocation, verb: string, step: Extract<BuildStep, { progress: unknown }>): void {
  if (given.flags.has('json')) return;
  given.output.progress(`${verb} ${step.projection}`, step.progress.position, step.progress.upTo);
}

function inLines({ projection, events, differences }: Verdict): string[] {
  const folded = `${events.toLocaleString('en')} events`;
  if (!differences || differences.length === 0) return [`${projection}: equals the log (${folded}).`];
  return [
    `${projection}: differs from the log (${folded}).`,
    ...differences.flatMap(({ table: name, rows, more }) => [
      ...rows.map((row) => `  ${name} ${Object.values(row.key).join(' ')} ${difference(row)}`),
      ...(more ? [`  ${name}: more rows differ`] : []),
    ]),
  ];
}

type Row = NonNullable<Verdict['differences']>[number]['rows'][number];

function difference({ live, rebuilt }: Row): string {
  if (!rebuilt) return 'has no event in the log that made it';
  if (!live) return 'is missing';
  const columns = Object.keys(rebuilt).filter((column) => text(live[column]) !== text(rebuilt[column]));
  return columns.map((c) => `${c} is ${text(live[c])}, the log says ${text(rebuilt[c])}`).join('; ');
}

const text = (value: unknown) => JSON.stringify(value) ?? 'null';
