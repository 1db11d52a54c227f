/** `make pack` writes the packages that others install to `dist/packages`, each as a folder and as the tarball that is published. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackages } from './packages.ts';

const to = join(import.meta.dirname, '..', 'dist', 'packages');
for (const folder of await buildPackages(to)) {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--pack-destination', to, folder]);
  console.log(join(to, stdout.trim().split('\n').at(-1)!));
}
