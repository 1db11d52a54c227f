/**
 * `showreel record`: films with the recorder of this repository, on the machine of the user, and publishes the film where the
 * user is signed in. It is for pages that the service cannot reach. Only `src/showreel.ts` adds it: it needs Chromium, PostgreSQL
 * and the recorder, and the npm package has none of them.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, unwrap } from '../../client/index.ts';
import { readConfig } from '../../config.ts';
import type { CommandHost } from '../command.ts';
import { type Downloaded, downloadFiles } from '../demos/download.ts';
import { addLookOptions, type LookOptions, readLook } from '../demos/look.ts';
import { projectOf } from '../demos/projects.ts';
import { showFilm } from '../demos/watch.ts';
import { addFilmOptions, viewportOption, type WishOptions } from '../demos/wish.ts';
import { CommandFailure, toFailure } from '../failure.ts';
import type { Session } from '../session/session.ts';
import type { Printer } from '../terminal/printer.ts';
import { uploadFilm } from '../uploads.ts';

interface RecordOptions extends WishOptions, LookOptions {
  viewport?: 'desktop' | 'tablet' | 'mobile';
  project?: string;
  to?: string;
  upload: boolean;
}

export function addRecordCommand({ program, signedIn, anyone }: CommandHost): void {
  const publish = signedIn(async (session, url: string, sentence: string, options: RecordOptions) => {
    const { printer, client } = session;
    await withFilm(printer, url, sentence, options, async (files, title) => {
      const path = (kind: Downloaded['kind']) => files.find((file) => file.kind === kind)?.path;
      const project = await projectOf(client, { ...options, page: url });
      const pictures = { poster: path('thumbnail'), gif: path('gif') };
      const texts = { captions: path('captions'), chapters: path('chapters') };
      const film = { file: path('video')!, ...pictures, ...texts };
      const uploaded = await uploadFilm(session, { ...film, sentence, project, title });
      printer.result({ ...uploaded, files: options.to ? files : [] }, () => [
        uploaded.id,
        `  share      ${uploaded.shareUrl}`,
        ...(options.to ? files.map((file) => `  ${file.path}`) : []),
      ]);
    });
  });
  const keep = anyone(async ({ printer }, url: string, sentence: string, options: RecordOptions) =>
    withFilm(printer, url, sentence, { to: '.', ...options }, async (files, title) =>
      printer.result({ title, files }, () => files.map((file) => file.path)),
    ),
  );
  addLookOptions(addFilmOptions(program.command('record <url> <sentence>')))
    .description('film a page on this machine, and publish the film')
    .addOption(viewportOption())
    .option('--project <id>', 'where it is published (default: the project of the page)')
    .option('--to <folder>', 'keep the files there too: video, poster, GIF, captions, chapters')
    .option('--no-upload', 'only keep the files')
    .action((url: string, sentence: string, options: RecordOptions) =>
      (options.upload ? publish : keep)(url, sentence, options),
    );
}

type UseFilm = (files: readonly Downloaded[], title: string) => Promise<void>;

/** Makes the film with a service of its own, whose data are gone afterwards. */
async function withFilm(
  printer: Printer,
  url: string,
  sentence: string,
  options: RecordOptions,
  use: UseFilm,
): Promise<void> {
  const presentation = await readLook(options);
  const dataDir = await mkdtemp(join(tmpdir(), 'showreel-record-'));
  printer.remark('Starting the recorder …');
  // Loading the service takes a second, which no other command has to wait.
  const { startShowreel } = await import('../../start/index.ts');
  const showreel = await startShowreel(readConfig(settingsFor(url, dataDir)));
  try {
    const { baseUrl, credentials } = showreel;
    const apiKey = credentials!.liveKey;
    const local: Session = { baseUrl, apiKey, client: createClient({ baseUrl, apiKey }), printer };
    const project_id = await projectOf(local.client, { page: url, viewport: options.viewport });
    const { format, resolution, aspect, duration: duration_target, mode } = options;
    const body = {
      project_id,
      prompt: sentence,
      format,
      resolution,
      aspect,
      duration_target,
      mode,
      presentation,
    };
    const created = await unwrap(local.client.POST('/api/v1/demos', { body }));
    const demo = await showFilm(local, created.id).catch((fault: CommandFailure) => {
      // What the hint names is gone with the service.
      throw new CommandFailure(toFailure(fault, null).exitCode, fault.message, { code: 'not_recorded' });
    });
    const to = options.to ?? join(dataDir, 'film');
    await mkdir(to, { recursive: true });
    await use(await downloadFiles(demo, to), (demo.title ?? sentence).slice(0, 200).toWellFormed());
  } finally {
    await showreel.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The settings of this machine's service for recorder and language model, without its database, its keys and its place. */
function settingsFor(url: string, dataDir: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^SHOWREEL_(FFMPEG|CHROMIUM|LLM_|LIMIT_PAGE)|^(PATH|HOME|TMPDIR)$/.test(name),
  );
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return {
    ...Object.fromEntries(kept),
    HOST: '127.0.0.1',
    PORT: '0',
    SHOWREEL_DATA_DIR: dataDir,
    SHOWREEL_LOG_LEVEL: 'fatal',
    // Nothing of this service but the film wants the processor.
    SHOWREEL_FILM_NICENESS: '0',
    // The user names the page, so it may be one that is not public.
    ...(host && { SHOWREEL_ALLOW_HOSTS: host }),
  };
}
