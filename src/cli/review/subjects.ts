/** Which demos a review is about: those of the file's pages on one site, each with its film and its page on the preview. */
import { type components, type ShowreelClient, unwrap } from '../../client/index.ts';
import type { Presentation } from '../demos/look.ts';
import { readProjects, samePage } from '../demos/projects.ts';
import { usageFailure } from '../failure.ts';
import { readState } from '../sync/apply.ts';
import type { Storyboard, WantedDemo, WantedPage } from '../sync/file.ts';
import { type Flow, readFlow } from '../sync/flow.ts';
import { projectOfPage, shownAs } from '../sync/plan.ts';
import { flowOn, onPreview } from './flow.ts';

type Demo = components['schemas']['Demo'];

export interface Subject {
  wanted: WantedDemo;
  look: Presentation | null;
  /** The flow that is filmed in place of a plan, with the addresses of the preview. */
  flow: Flow | null;
  /** The flow asserts something, so it is played also where its page has not changed. */
  asserts: boolean;
  /** The page on the site, and the same page on the preview. */
  page: string;
  previewPage: string;
  viewport: WantedPage['viewport'];
  /** The demo that people see now; null where none has been filmed yet. */
  published: Demo | null;
  /** The project of the page on the preview, and what was filmed there before. */
  projectId: string | null;
  filmed: Demo | null;
}

export async function subjectsOf(
  client: ShowreelClient,
  storyboard: Storyboard,
  { preview, site: named, file }: { preview: string; site?: string; file: string },
): Promise<{ site: string; subjects: Subject[] }> {
  const base = address(preview, '--preview');
  const site = address(named ?? storyboard.pages[0]!.url, '--site').origin;
  const pages = storyboard.pages.filter(({ url }) => new URL(url).origin === site);
  if (pages.length === 0)
    throw usageFailure(
      `${file} has no page of ${site}.`,
      'Name with --site the address that the preview stands for.',
    );
  const moved = pages.map((page) => ({ ...page, url: onPreview(page.url, base) }));
  const [state, there] = await Promise.all(
    [pages, moved].map((these) => readState(client, { ...storyboard, pages: these })),
  );
  const subjects = pages.flatMap((page, index) =>
    page.demos.map(async (wanted): Promise<Subject> => {
      const project = projectOfPage(there!, moved[index]!);
      const published = shownAs(wanted, projectOfPage(state!, page)?.demos ?? []);
      const flow = wanted.flow === undefined ? null : await readFlow(wanted.flow);
      return {
        wanted,
        look: wanted.look === undefined ? null : storyboard.looks[wanted.look]!,
        flow: flow && flowOn(flow, site, base),
        asserts: flow?.steps.some(({ name }) => name === 'showreel.assert') ?? false,
        page: page.url,
        previewPage: moved[index]!.url,
        viewport: page.viewport,
        published: published && published.version > 0 ? published : null,
        projectId: project?.id ?? null,
        filmed: (project && shownAs(wanted, project.demos)) ?? null,
      };
    }),
  );
  return { site, subjects: await Promise.all(subjects) };
}

/** The project of the page on the preview. Two demos of a page have one. */
export async function previewProject(client: ShowreelClient, subject: Subject): Promise<string> {
  const { previewPage, viewport } = subject;
  const known = (await readProjects(client)).find(
    (one) => one.viewport === viewport && samePage(one.url, previewPage),
  );
  if (known) return known.id;
  const { host, pathname } = new URL(previewPage);
  const name = `Preview of ${host}${pathname.replace(/\/+$/, '')}`.slice(0, 100);
  return (await unwrap(client.POST('/api/v1/projects', { body: { name, url: previewPage, viewport } }))).id;
}

function address(text: string, option: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageFailure(`${option}: expected an http or https address, got "${text}".`);
  return url;
}
