/** `demos download`: the files of a demo. A file appears under its name when it is complete. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import type { DemoDetail } from '../../client/index.ts';
import type { CommandHost } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { readDemo } from './watch.ts';

const kinds = ['video', 'gif', 'thumbnail', 'captions', 'chapters'] as const;
type Kind = (typeof kinds)[number];

interface DownloadOptions {
  to: string;
  only?: Kind[];
}

export interface Downloaded {
  kind: Kind;
  path: string;
  bytes: number;
}

export function addDownloadCommand(demos: Command, { signedIn }: CommandHost): void {
  demos
    .command('download <id>')
    .description('download the files of a demo')
    .option('--to <folder>', 'where to', '.')
    .addOption(new Option('--only <kinds...>', 'some of them').choices([...kinds]))
    .action(
      signedIn(async (session, id: string, { to, only }: DownloadOptions) => {
        const files = await downloadFiles(await readDemo(session, id), to, only);
        session.printer.result({ id, files }, () =>
          files.map(({ path, bytes }) => `${path}  (${sizeOf(bytes)})`),
        );
      }),
    );
}

/** @throws CommandFailure where the demo has none of the files. */
export async function downloadFiles(
  { id, urls, status }: Pick<DemoDetail, 'id' | 'urls' | 'status'>,
  to: string,
  only: readonly Kind[] = kinds,
): Promise<Downloaded[]> {
  const wanted = only.filter((kind) => urls[kind]);
  if (wanted.length === 0)
    throw new CommandFailure(exitCodes.failed, `The demo has no such file: it is ${status}.`, {
      code: 'not_ready',
      hint: `\`showreel demos watch ${id}\` waits for it.`,
    });
  await mkdir(to, { recursive: true });
  const files: Downloaded[] = [];
  for (const kind of wanted) files.push(await download(kind, id, urls[kind]!, to));
  return files;
}

async function download(kind: Kind, id: string, url: string, to: string): Promise<Downloaded> {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body)
    throw new CommandFailure(exitCodes.failed, `${url} was answered with ${answer.status}.`, {
      code: 'not_downloaded',
    });
  const path = join(to, nameOf(kind, id, url));
  const draft = `${path}.${process.pid}.part`;
  try {
    await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(draft));
    await rename(draft, path);
  } catch (fault) {
    await rm(draft, { force: true });
    throw fault;
  }
  return { kind, path, bytes: (await stat(path)).size };
}

/** Captions and chapters are both `{id}.vtt` on the service. */
function nameOf(kind: Kind, id: string, url: string): string {
  const extension = /\.(\w+)$/.exec(new URL(url).pathname)?.[1] ?? 'bin';
  return kind === 'captions' || kind === 'chapters' ? `${id}.${kind}.${extension}` : `${id}.${extension}`;
}

const sizeOf = (bytes: number) =>
  bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
