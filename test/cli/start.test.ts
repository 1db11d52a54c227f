import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';

const program = join(import.meta.dirname, '../../src/showreel.ts');

/** A module for `--import` that says at the end what was loaded. */
const told = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  process.on('exit', () => process.stdout.write('\\n' + JSON.stringify(loaded)));
`)}`;

test.each([[['--help']], [['admin', 'help']]])('%j does not wait for the service to load', async (args) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', told, program, ...args], {
    env: childEnvironment,
  });
  const loaded: string[] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n')));
  expect(loaded.filter((url) => url.includes('/src/cli/')).length).toBeGreaterThan(10);
  expect(loaded.filter((url) => /\/src\/(worker|domain|planner)\/|puppeteer/.test(url))).toEqual([]);
});
