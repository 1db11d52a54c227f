import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RecordingFault } from '../../contract/fault.ts';

export interface Executable {
  path: string;
  /** What the browser must find in its environment when it brings its own libraries. */
  env: Record<string, string>;
}

// Libraries that the packed Chromium does not carry by default, and where Linux distributions keep them.
const neededLibraries = ['libnss3.so', 'libnspr4.so', 'libexpat.so.1'];
const libraryFolders = [
  '/lib/x86_64-linux-gnu',
  '/usr/lib/x86_64-linux-gnu',
  '/lib/aarch64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/lib64',
  '/usr/lib',
];

/**
 * The browser to run: the one named by the operator, else the one packed in @sparticuz/chromium, unpacked once per
 * version into a folder of this user's own (1.4 s the first time).
 */
export async function findExecutable(chromiumPath: string | undefined): Promise<Executable> {
  if (chromiumPath !== undefined) {
    if (existsSync(chromiumPath)) return { path: chromiumPath, env: {} };
    throw new RecordingFault('browser', `There is no browser at ${chromiumPath}.`);
  }
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8')) as {
    version: string;
  };
  const bringsLibraries = !neededLibraries.every((name) =>
    libraryFolders.some((folder) => existsSync(join(folder, name))),
  );
  const uid = process.getuid?.() ?? 0;
  const home = join(tmpdir(), `showreel-chromium-${version}${bringsLibraries ? '-libs' : ''}-${uid}`);
  if (!existsSync(join(home, 'chromium'))) await unpack(entry, home, bringsLibraries);
  await mustBeOurs(home, uid);
  return {
    path: join(home, 'chromium'),
    env: bringsLibraries
      ? { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: join(home, 'fonts') }
      : {},
  };
}

// The package unpacks into TMPDIR and takes whatever `chromium` it finds there, of any version. A child process with a
// TMPDIR of its own avoids that; the rename makes it whole or absent, also when two processes unpack at once.
async function unpack(entry: string, home: string, bringsLibraries: boolean): Promise<void> {
  const building = await mkdtemp(`${home}-`);
  try {
    const script = `import(${JSON.stringify(entry)}).then((m) => m.default.executablePath())`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { TMPDIR: building, ...(bringsLibraries && { AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }) },
      timeout: 120_000,
    });
    await mkdir(dirname(home), { recursive: true });
    await rename(building, home).catch((fault: NodeJS.ErrnoException) => {
      if (!existsSync(join(home, 'chromium'))) throw fault;
    });
  } catch (cause) {
    throw new RecordingFault('browser', 'The browser that comes with Showreel could not be unpacked.', {
      cause,
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

// The temporary folder is open to everyone on the machine: what another user put there is not run.
async function mustBeOurs(home: string, uid: number): Promise<void> {
  const found = await lstat(home);
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0) return;
  throw new RecordingFault('browser', `${home} belongs to somebody else; remove it and try again.`);
}
