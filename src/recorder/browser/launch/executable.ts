import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RecordingFault } from '../../contract/fault.ts';
import { checkOwner, openToReaders } from './private-folder.ts';

export interface Executable {
  path: string;
  /** Environment variables that the browser needs when it brings its own libraries. */
  env: Record<string, string>;
}

// Libraries that the packed Chromium does not bring by default, and the folders where Linux distributions keep them.
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
 * Debian's package chromium-headless-shell, which draws on demand too. This is the program itself: the command in /usr/bin is a script that
 * starts it and passes no signal on.
 */
const debianPath = '/usr/lib/chromium/chromium-headless-shell';

/**
 * Finds the browser to run: the operator's own, else the one packed in @sparticuz/chromium. The packed one is unpacked once per
 * version, into a folder of this user's own (1.4 s the first time). It is built for x64 alone; on other processors Debian's runs.
 */
export async function findExecutable(
  chromiumPath: string | undefined,
  arch: string = process.arch,
): Promise<Executable> {
  if (chromiumPath !== undefined) {
    if (existsSync(chromiumPath)) return { path: chromiumPath, env: {} };
    throw new RecordingFault('browser', `There is no browser at ${chromiumPath}.`);
  }
  if (arch !== 'x64') {
    if (existsSync(debianPath)) return { path: debianPath, env: {} };
    throw new RecordingFault(
      'browser',
      `There is no browser for ${arch}: install Debian's package chromium-headless-shell, or name another one in SHOWREEL_CHROMIUM.`,
    );
  }
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8')) as {
    version: string;
  };
  const bringsLibraries = !neededLibraries.every((name) =>
    libraryFolders.some((folder) => existsSync(join(folder, name))),
  );
  const uid = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `showreel-chromium-${version}${bringsLibraries ? '-libs' : ''}-${uid}`);
  if (!existsSync(join(folder, 'chromium'))) await unpack(entry, folder, bringsLibraries);
  await checkOwner(folder);
  await openToReaders(folder);
  return {
    path: join(folder, 'chromium'),
    env: bringsLibraries
      ? { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') }
      : {},
  };
}

// The package unpacks into TMPDIR and accepts any `chromium` that it finds there, of any version. A child process with a TMPDIR
// of its own avoids that. The rename at the end makes the folder complete or absent, also when two processes unpack at once.
async function unpack(entry: string, folder: string, bringsLibraries: boolean): Promise<void> {
  const building = await mkdtemp(`${folder}-`);
  try {
    const script = `import(${JSON.stringify(entry)}).then((m) => m.default.executablePath())`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { TMPDIR: building, ...(bringsLibraries && { AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }) },
      timeout: 120_000,
    });
    await mkdir(dirname(folder), { recursive: true });
    await rename(building, folder).catch((fault: NodeJS.ErrnoException) => {
      if (!existsSync(join(folder, 'chromium'))) throw fault;
    });
  } catch (cause) {
    throw new RecordingFault('browser', 'The browser that comes with Showreel could not be unpacked.', {
      cause,
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}
