/** `embeds warm`: asks for the demo of each page before the first visitor does. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ShowreelClient, ShowreelError } from '../../client/index.ts';
import { type CommandHost, count } from '../command.ts';
import { watchDemo } from '../demos/watch.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { Session } from '../session/session.ts';
import { readSitemap } from './sitemap.ts';

interface WarmOptions {
  project: string;
  prompt?: string;
  template?: string;
  section?: string;
  limit?: number;
  wait?: boolean;
}

interface Warmed {
  url: string;
  demoId: string | null;
  status: string | null;
  /** Whether there was a demo already. */
  cached: boolean;
  error: string | null;
}

export function addEmbedCommands({ program, signedIn }: CommandHost): void {
  program
    .command('embeds')
    .description('demos that pages show of themselves')
    .command('warm <sitemap>')
    .description(
      'make the demos of all pages of a sitemap (an address or a file) before a visitor asks for them',
    )
    .requiredOption('--project <id>', 'the project of the site')
    .option('--prompt <sentence>', 'the sentence of the element, as in data-prompt')
    .option('--template <name>', 'as in data-template')
    .option('--section <name>', 'as in data-section')
    .option('--limit <number>', 'only so many pages', count)
    .option('--wait', 'wait until all demos are made')
    .action(
      signedIn(async (session, sitemap: string, options: WarmOptions) => {
        const pages = (await readSitemap(sitemap)).slice(0, options.limit);
        const warmed = await warmAll(session, pages, options);
        report(session, warmed);
      }),
    );
}

async function warmAll(session: Session, pages: readonly string[], options: WarmOptions): Promise<Warmed[]> {
  const { printer } = session;
  const warmed: Warmed[] = [];
  for (const url of pages) {
    printer.progress('asked for', warmed.length, pages.length);
    warmed.push(await warm(session.client, url, options));
    // Where neither generations nor credits are left, every other page would be refused too.
    if (warmed.at(-1)!.error?.startsWith('quota_exceeded')) break;
  }
  printer.settle();
  return options.wait ? awaitAll(session, warmed) : warmed;
}

/** A rate limit passes within a minute. A used-up quota does not. */
const longestPauseSec = 60;

async function warm(client: ShowreelClient, url: string, options: WarmOptions): Promise<Warmed> {
  const { project: project_id, prompt, template, section } = options;
  const body = {
    project_id,
    context: { url },
    ...(prompt && { prompt }),
    ...(template && { template }),
    ...(section && { section }),
  };
  for (;;) {
    const { data, error, response } = await client.POST('/api/v1/embed/generate', { body });
    if (data) return { url, demoId: data.demoId, status: data.status, cached: data.cached, error: null };
    const waitSec = Number(response.headers.get('Retry-After') ?? 5);
    const refusal = new ShowreelError(response.status, error);
    if (response.status === 401) throw refusal;
    if (response.status !== 429 || waitSec > longestPauseSec)
      return { url, demoId: null, status: null, cached: false, error: `${refusal.code}: ${refusal.message}` };
    await pause(waitSec * 1000);
  }
}

async function awaitAll(session: Session, warmed: readonly Warmed[]): Promise<Warmed[]> {
  const ended: Warmed[] = [];
  for (const one of warmed) {
    session.printer.progress('made', ended.length, warmed.length);
    ended.push(one.demoId ? await ending(session, one, one.demoId) : one);
  }
  session.printer.settle();
  return ended;
}

async function ending(session: Session, warmed: Warmed, demoId: string): Promise<Warmed> {
  const { signal } = new AbortController();
  const { status, error } = await watchDemo(session, demoId, { signal, onProgress: () => undefined });
  return { ...warmed, status, error: status === 'failed' ? error : null };
}

function report({ printer }: Session, pages: readonly Warmed[]): void {
  const failed = pages.filter(({ error }) => error !== null);
  printer.result({ pages }, () =>
    printer.rows(
      ['status', 'demo', 'page'],
      pages.map(({ status, demoId, url, error }) => [status ?? 'refused', demoId ?? error, url]),
    ),
  );
  if (failed.length === 0) return;
  // The document is written: what follows is said beside it.
  throw new CommandFailure(
    exitCodes.failed,
    `${failed.length} of ${pages.length} pages have no demo: ${failed[0]!.error}`,
    {
      code: 'not_warmed',
    },
  );
}
