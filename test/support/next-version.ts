import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { facts } from '../../src/domain/index.ts';

const root = join(import.meta.dirname, '../..');
export const nextVersion = '99.0.0';

/**
 * Writes the code of a next version, made of today's: a migration that older code may go on after, a function with another text, a fact with one
 * member more, and a read model with one column more. What it changes is what releases change.
 * @param folder gets `src`, `db` and what they need to run; it must not exist
 */
export async function writeNextVersion(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const part of ['src', 'db', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'dist']) await symlink(join(root, part), join(folder, part));

  const newest = (await readdir(join(folder, 'db/migrations'))).sort().at(-1)!.slice(0, 4);
  await writeFile(
    join(folder, 'db/migrations/9999_prompt_length.sql'),
    `-- compatible_from: ${newest}\nalter table demos add column prompt_length int not null default 0;\n`,
  );
  const change = async (file: string, from: string | RegExp, to: string) => {
    const path = join(folder, file);
    const before = await readFile(path, 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${file} has no ${from}, which the next version changes`);
    await writeFile(path, after);
  };
  await change('package.json', /"version": "[^"]+"/, `"version": "${nextVersion}"`);
  await change(
    'db/functions/append_events.sql',
    "raise exception 'a stream has moved on'",
    '-- of the next version\n        $&',
  );
  const demos = 'src/domain/demos';
  const { schemaVersion } = facts.DemoCreated;
  await change(
    `${demos}/events.ts`,
    /DemoCreated: \{\n\s+schemaVersion: \d+,\n(?:\s+readableFrom: \d+,\n)?\s+data: z.object\(\{/,
    `DemoCreated: { schemaVersion: ${schemaVersion + 1}, readableFrom: ${schemaVersion}, data: z.object({ promptLength: z.number(),`,
  );
  await change(
    `${demos}/decide.ts`,
    'data: { ...command.demo }',
    'data: { ...command.demo, promptLength: command.demo.prompt.length }',
  );
  await change(
    'src/domain/index.ts',
    /= demoUpcasters;/,
    `= [...demoUpcasters, { type: 'DemoCreated', from: ${schemaVersion}, upcast: (data) => ({ ...data, promptLength: String(data.prompt).length }) }];`,
  );
  await change(`${demos}/projections/demos.ts`, /version: (\d+),/, 'version: 1000 + $1,');
  await change(
    `${demos}/projections/demos.ts`,
    'prompt: data.prompt,',
    'prompt: data.prompt, prompt_length: data.promptLength,',
  );
}
