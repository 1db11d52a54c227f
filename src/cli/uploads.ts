/** `showreel uploads …`: films that somebody recorded. */
import { openAsBlob } from 'node:fs';
import { extname } from 'node:path';
import { Option } from 'commander';
import { ShowreelError, unwrap } from '../client/index.ts';
import { type CommandHost, count } from './command.ts';
import { readDemos } from './demos/list.ts';
import { type ProjectOptions, projectOf } from './demos/projects.ts';
import { usageFailure } from './failure.ts';
import type { Session } from './session/session.ts';

interface UploadOptions extends ProjectOptions {
  title?: string;
  poster?: string;
  gif?: string;
  captions?: string;
  chapters?: string;
}

export function addUploadCommands({ program, signedIn }: CommandHost): void {
  const uploads = program.command('uploads').description('publish films that you recorded yourself');
  uploads
    .command('create <file> <sentence>')
    .description('upload an MP4 or a WebM, and publish it')
    .option('--page <url>', 'the page that it shows; a page that has no project yet gets one')
    .option('--project <id>', 'the project, instead of the page')
    .option('--title <title>', 'its title')
    .option('--poster <file>', 'a PNG that is shown before it plays')
    .option('--gif <file>', 'an animated GIF of it')
    .option('--captions <file>', 'what it shows, as WebVTT')
    .option('--chapters <file>', 'its chapters, as WebVTT')
    .action(
      signedIn(async (session, file: string, sentence: string, options: UploadOptions) => {
        const project = await projectOf(session.client, options);
        const uploaded = await uploadFilm(session, { ...options, file, sentence, project });
        session.printer.result(uploaded, () => [`${uploaded.id}`, `  share      ${uploaded.shareUrl}`]);
      }),
    );
  uploads
    .command('list')
    .description('list the uploaded demos, newest first')
    .addOption(
      new Option('--limit <number>', 'how many demos are looked through').argParser(count).default(500),
    )
    .action(
      signedIn(async ({ client, printer }, { limit }: { limit: number }) => {
        const demos = (await readDemos(client, { limit })).filter(({ source }) => source === 'upload');
        printer.result({ demos }, () =>
          demos.length === 0
            ? ['No uploads.']
            : printer.rows(
                ['id', 'title', 'video'],
                demos.map(({ id, title, prompt, urls }) => [id, title ?? prompt, urls.video]),
              ),
        );
      }),
    );
}

export interface Film {
  file: string;
  sentence: string;
  project: string;
  title?: string | undefined;
  poster?: string | undefined;
  gif?: string | undefined;
  captions?: string | undefined;
  chapters?: string | undefined;
}

interface Uploaded {
  id: string;
  shareUrl: string;
  embedUrl: string;
  videoUrl: string;
}

/** Uploads the film, then what belongs to it. The files are streamed from the disk. */
export async function uploadFilm(
  { baseUrl, apiKey, client }: Pick<Session, 'baseUrl' | 'apiKey' | 'client'>,
  { file, sentence, project, title, poster, gif, captions, chapters }: Film,
): Promise<Uploaded> {
  const format = extname(file).slice(1).toLowerCase();
  if (format !== 'mp4' && format !== 'webm')
    throw usageFailure(`${file}: expected a file that ends in .mp4 or .webm.`);
  const opened = await Promise.all([
    readable(file, `video/${format}`),
    poster === undefined ? null : readable(poster, 'image/png'),
    gif === undefined ? null : readable(gif, 'image/gif'),
  ]);
  const [captionsText, chaptersText] = await Promise.all([captions, chapters].map(textOf));
  const query = new URLSearchParams({
    project_id: project,
    prompt: sentence,
    format,
    ...(title && { title }),
  });
  const send = (path: string, body: Blob) => sendFile(`${baseUrl}/api/v1/demos/${path}`, apiKey, body);
  const uploaded = (await send(`local-upload?${query}`, opened[0])) as Uploaded;
  if (opened[1]) await send(`${uploaded.id}/local-assets?type=thumbnail`, opened[1]);
  if (opened[2]) await send(`${uploaded.id}/local-assets?type=gif`, opened[2]);
  if (captionsText !== undefined || chaptersText !== undefined) {
    const body = { captions: captionsText, chapters: chaptersText };
    await unwrap(client.PUT('/api/v1/demos/{id}/tracks', { params: { path: { id: uploaded.id } }, body }));
  }
  return uploaded;
}

const textOf = async (path: string | undefined) =>
  path === undefined ? undefined : (await readable(path, 'text/vtt')).text();

const readable = (path: string, type: string) =>
  openAsBlob(path, { type }).catch((fault: Error) => {
    throw usageFailure(`${path} cannot be read: ${fault.message}`);
  });

/** The typed client sends JSON; a blob of known length is what the service wants here. */
async function sendFile(url: string, apiKey: string, body: Blob): Promise<unknown> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': body.type };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new ShowreelError(answer.status, said);
  return said;
}
