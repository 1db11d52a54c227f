import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { findConfinement } from '../../confine/index.ts';
import { RecordingFault } from '../contract/fault.ts';

export interface Ffmpeg {
  path: string;
  /** As ffmpeg prints it, such as `5.1.9-0+deb12u1`. */
  version: string;
  /** `npm` is a build of 2018. It encodes our own frames well, but it is too old to read files from strangers. */
  source: 'explicit' | 'system' | 'npm';
}

const run = promisify(execFile);

/**
 * Finds the ffmpeg to encode with: the one at `explicitPath`, else the one that the system finds as `systemName`, else the one
 * from npm.
 * @throws RecordingFault `encoder` that says what was tried.
 */
export async function findFfmpeg(explicitPath?: string | null, systemName = 'ffmpeg'): Promise<Ffmpeg> {
  if (explicitPath) {
    const version = await versionOf(explicitPath);
    if (version) return { path: explicitPath, version, source: 'explicit' };
    throw new RecordingFault(
      'encoder',
      `The ffmpeg path "${explicitPath}" is not a program that runs as ffmpeg.`,
    );
  }
  for (const [path, source] of [
    [systemName, 'system'],
    [npmBuild(), 'npm'],
  ] as const) {
    const version = path && (await versionOf(path));
    if (path && version) return { path, version, source };
  }
  throw new RecordingFault(
    'encoder',
    'No ffmpeg was found: none on PATH, and the npm package @ffmpeg-installer/ffmpeg has none for this machine. Install ffmpeg or name its path.',
  );
}

/** The same, with its sandbox tried as well, so that nothing has to be found out when the first frame is there. */
export async function readyFfmpeg(explicitPath?: string | null): Promise<Ffmpeg> {
  const ffmpeg = await findFfmpeg(explicitPath);
  await findConfinement(ffmpeg.path);
  return ffmpeg;
}

async function versionOf(path: string): Promise<string | null> {
  try {
    const { stdout } = await run(path, ['-hide_banner', '-version'], {
      timeout: 10_000,
      env: { PATH: process.env.PATH },
    });
    return /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}

function npmBuild(): string | null {
  try {
    const installer = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string };
    return installer.path;
  } catch {
    return null;
  }
}
