/** Compares one demo with its page on the preview, and films it there where they differ. */
import { type components, type DemoDetail, ShowreelError, unwrap } from '../../client/index.ts';
import { watchDemo } from '../demos/watch.ts';
import type { Session } from '../session/session.ts';
import { previewProject, type Subject } from './subjects.ts';

type Change = NonNullable<components['schemas']['DemoDetail']['refreshHistory'][number]['changes']>[number];

export interface Reviewed {
  sentence: string;
  /** The page on the preview. */
  page: string;
  /** `new` is a demo that nobody has published yet. */
  outcome: 'unchanged' | 'changed' | 'new' | 'failed';
  /** What differs; null where it is not known. */
  changes: Change[] | null;
  error: string | null;
  /** A picture of the page at the failure. */
  picture: string | null;
  /** The demo on the preview; null where none was filmed. */
  demoId: string | null;
  before: Shown | null;
  after: Shown | null;
}
interface Shown {
  share: string | null;
  gif: string | null;
}

/** The films of all demos are made at the same time, as far as the service has room. */
export interface Verdict {
  ended: Promise<Reviewed>;
}

export async function reviewSubject(session: Session, subject: Subject): Promise<Verdict> {
  const reviewed: Reviewed = {
    sentence: subject.wanted.sentence,
    page: subject.previewPage,
    ...{ outcome: 'unchanged', changes: null, error: null, picture: null, demoId: null, after: null },
    before: subject.published && shownOf(subject.published),
  };
  try {
    const projectId = subject.projectId ?? (await previewProject(session.client, subject));
    const found = subject.published && (await compare(session, subject.published.id, projectId));
    if (found?.unchanged && !subject.asserts) return { ended: Promise.resolve({ ...reviewed, changes: [] }) };
    const id = await beginFilm(session, subject, projectId);
    const isSame = found?.unchanged ?? false;
    const outcome = isSame ? 'unchanged' : subject.published ? 'changed' : 'new';
    const filmed = { ...reviewed, outcome, changes: found?.changes ?? null, demoId: id } as const;
    return { ended: finishFilm(session, id, filmed) };
  } catch (fault) {
    // What is wrong with one page is said of that page. What is wrong with the key or the service ends the review.
    if (!(fault instanceof ShowreelError) || ![400, 409, 422].includes(fault.status)) throw fault;
    return { ended: Promise.resolve({ ...reviewed, outcome: 'failed', error: fault.message }) };
  }
}

const comparisonTries = 3;

/** @returns null where the service has no time for it: the film will tell. */
async function compare({ client }: Session, id: string, project_id: string) {
  for (let tries = 1; ; tries++) {
    try {
      const params = { path: { id } };
      return await unwrap(client.POST('/api/v1/demos/{id}/compare', { params, body: { project_id } }));
    } catch (fault) {
      const isBusy = fault instanceof ShowreelError && /^preview_/.test(fault.code);
      if (!isBusy) throw fault;
      if (tries === comparisonTries) return null;
    }
  }
}

/** @returns the demo on the preview. What was filmed there before is filmed again; a flow may have changed, and is filmed anew. */
async function beginFilm({ client }: Session, subject: Subject, project_id: string): Promise<string> {
  const { wanted, look, flow, filmed } = subject;
  if (filmed && flow) {
    await unwrap(client.DELETE('/api/v1/demos/{id}', { params: { path: { id: filmed.id } } }));
  } else if (filmed) {
    // Where another pipeline films it at the moment, that film is waited for.
    if (filmed.status === 'ready')
      await unwrap(client.POST('/api/v1/demos/{id}/refresh', { params: { path: { id: filmed.id } } }));
    return filmed.id;
  }
  const body = {
    project_id,
    prompt: wanted.sentence,
    duration_target: wanted.duration,
    resolution: wanted.resolution,
    aspect: wanted.aspect,
    format: wanted.format,
    ...(look && { presentation: look }),
    ...(flow && { action_script: flow }),
  };
  return (await unwrap(client.POST('/api/v1/demos', { body }))).id;
}

async function finishFilm(session: Session, id: string, filmed: Reviewed): Promise<Reviewed> {
  const { signal } = new AbortController();
  const demo = await watchDemo(session, id, { signal, onProgress: () => undefined });
  if (demo.error === null) return { ...filmed, after: shownOf(demo) };
  return { ...filmed, outcome: 'failed', error: demo.error, picture: pictureOf(demo, session.baseUrl) };
}

/** The line of the log that failed has a picture of the page. */
function pictureOf({ log }: DemoDetail, baseUrl: string): string | null {
  const lines = (log ?? []) as { status?: string; snapshot?: unknown }[];
  const path = lines.find(({ status }) => status === 'failed')?.snapshot;
  return typeof path === 'string' ? new URL(path, `${baseUrl}/`).href : null;
}

const shownOf = ({ urls }: { urls: Shown }): Shown => ({ share: urls.share, gif: urls.gif });
