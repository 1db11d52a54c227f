import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';

const program = join(import.meta.dirname, '../../scripts/chaos.ts');

test('ten kills of parts of the whole service under load lose nothing and leave nothing behind', async () => {
  const env = {
    ...childEnvironment,
    CHAOS_KILLS: '10',
    CHAOS_USERS: '2',
    CHAOS_EVERY_SEC: '1.5',
    CHAOS_HURRY: 'true',
    // Another seed at each run would find more, and would fail where nobody has changed anything.
    CHAOS_SEED: '13',
  };
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [program], { env }).then(
    (said) => ({ code: 0, ...said }),
    (fault: { code: number; stdout: string; stderr: string }) => fault,
  );
  const findings = stdout.split('\n').filter((line) => line.startsWith('✗'));
  // What was found comes first: who shows only the beginning of a message would cut it off.
  expect({ code, stderr, findings }, [...findings, stdout].join('\n')).toEqual({
    code: 0,
    stderr: '',
    findings: [],
  });
  expect(stdout).toMatch(/^findings +0$/m);
  expect(stdout).toMatch(/^jobs: ready +[1-9]/m);
}, 1_800_000);
