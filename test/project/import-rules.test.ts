import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** What `make check` says of a file in `room` that holds `source`. */
async function lint(room: string, source: string, fileName = 'probe.ts'): Promise<string> {
  const folder = await mkdtemp(join('src', room, 'import-rules-'));
  try {
    const path = join(folder, fileName);
    await writeFile(path, `${source}\n`);
    const { stdout } = await run('node_modules/.bin/biome', ['lint', '--reporter=json', path]).catch(
      (error: { stdout: string }) => error,
    );
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string }[] };
    return diagnostics.map(({ category }) => category).join(' ');
  } finally {
    await rm(folder, { recursive: true });
  }
}

const forbidden = [
  ['store', '../../domain/demos/events.ts'],
  ['store', '../../config.ts'],
  ['recorder', '../../store/types.ts'],
  ['recorder', '../../media/index.ts'],
  ['planner', '../../store/types.ts'],
  ['media', '../../api/trpc.ts'],
  ['media', '../../probe/index.ts'],
  ['probe', '../../media/index.ts'],
  ['probe', '../../config.ts'],
  ['domain', '../../probe/index.ts'],
  ['pictures', '../../media/index.ts'],
  ['pictures', '../../domain/services.ts'],
  ['database', '../../domain/services.ts'],
  ['domain', '../../worker/index.ts'],
  ['domain', '../../api/app.ts'],
  ['worker', '../../api/app.ts'],
  ['api', '../../worker/index.ts'],
  ['api', '../../admin/router.ts'],
  ['domain', '../../admin/client.ts'],
  ['admin', '../../api/trpc.ts'],
  ['admin', '../../worker/index.ts'],
  ['cli', '../../admin/router.ts'],
  ['cli', '../../store/index.ts'],
  ['payment', '../../store/types.ts'],
  ['payment', '../../domain/credits/decide.ts'],
  ['domain', '../../payment/stripe.ts'],
  ['worker', '../../payment/stripe.ts'],
  ['api', '../../payment/stripe.ts'],
  ['auth', '../../domain/services.ts'],
  ['auth', '../../api/trpc.ts'],
  ['domain', '../../auth/index.ts'],
  ['worker', '../../auth/index.ts'],
  ['changes', '../../recorder/index.ts'],
] as const;

test.each(forbidden)('%s may not import %s', async (room, path) => {
  expect(await lint(room, `import '${path}';`)).toContain('noRestrictedImports');
});

const allowed = [
  ['store', '../../errors.ts'],
  ['planner', '../../recorder/index.ts'],
  ['domain', '../../store/types.ts'],
  ['domain', '../../api/trpc.ts'],
  ['worker', '../../domain/index.ts'],
  ['worker', '../../probe/index.ts'],
  ['probe', '../../errors.ts'],
  ['admin', '../../domain/index.ts'],
  ['cli', '../../admin/client.ts'],
  ['payment', '../../domain/credits/payment.ts'],
  ['payment', '../../errors.ts'],
  ['changes', '../../text.ts'],
] as const;

test.each(allowed)('%s may import %s', async (room, path) => {
  expect(await lint(room, `import '${path}';`)).not.toContain('noRestrictedImports');
});

test.each(['postgres', 'node:crypto', '../../clock.ts', '../../store/index.ts'])(
  'a decider may not import %s',
  async (path) => {
    expect(await lint('domain', `import '${path}';`, 'decide.ts')).toContain('noRestrictedImports');
  },
);
