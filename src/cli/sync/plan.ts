/** What has to be done so that the service has what the file says. It knows the file and the state, and does nothing. */
import type { components } from '../../client/index.ts';
import type { Presentation } from '../demos/look.ts';
import { nameOfPage, type Project, samePage } from '../demos/projects.ts';
import { identityOf, type Storyboard, type WantedDemo, type WantedPage } from './file.ts';

type Demo = components['schemas']['Demo'];

/** The projects of the account, and the demos of those that the file names. */
export interface State {
  projects: readonly (Project & { demos: readonly Demo[] })[];
}

export type Action =
  | { kind: 'create-project'; page: WantedPage; name: string }
  | { kind: 'change-project'; projectId: string; url: string; changes: ProjectChanges }
  /** `projectId` is null where the project is created first. */
  | {
      kind: 'create-demo';
      projectId: string | null;
      page: WantedPage;
      demo: WantedDemo;
      look: Presentation | null;
    }
  | { kind: 'restyle-demo'; demoId: string; url: string; sentence: string; presentation: Presentation }
  | { kind: 'delete-demo'; demoId: string; url: string; sentence: string };
export interface ProjectChanges {
  name?: string;
  refresh_schedule?: Project['refresh_schedule'];
}

export interface Plan {
  actions: Action[];
  /** Demos that the file does not name. They stay without --prune. */
  unnamed: { demoId: string; url: string; sentence: string }[];
}

/** @param prune whether demos that the file does not name are deleted */
export function planSync({ pages, looks }: Storyboard, state: State, { prune }: { prune: boolean }): Plan {
  const lookOf = ({ look }: WantedDemo) => (look === undefined ? null : looks[look]!);
  const parts = pages.map((page) => planPage(page, projectOfPage(state, page), lookOf));
  const unnamed = parts.flatMap((part) => part.unnamed);
  const deletions = prune ? unnamed.map((one) => ({ kind: 'delete-demo' as const, ...one })) : [];
  return {
    actions: [...parts.flatMap((part) => part.actions), ...deletions],
    unnamed: prune ? [] : unnamed,
  };
}

export const projectOfPage = <One extends Pick<Project, 'url' | 'viewport'>>(
  { projects }: { projects: readonly One[] },
  { url, viewport }: Pick<WantedPage, 'url' | 'viewport'>,
): One | undefined => projects.find((one) => one.viewport === viewport && samePage(one.url, url));

type LookOf = (demo: WantedDemo) => Presentation | null;

function planPage(page: WantedPage, project: State['projects'][number] | undefined, lookOf: LookOf): Plan {
  const { url, name, refresh } = page;
  const creation = (demo: WantedDemo): Action => ({
    kind: 'create-demo',
    projectId: project?.id ?? null,
    page,
    demo,
    look: lookOf(demo),
  });
  if (!project) {
    const made: Action = { kind: 'create-project', page, name: name ?? nameOfPage(url) };
    return { actions: [made, ...page.demos.map(creation)], unnamed: [] };
  }
  const changes: ProjectChanges = {
    ...(name !== undefined && name !== project.name && { name }),
    ...(refresh !== undefined && refresh !== project.refresh_schedule && { refresh_schedule: refresh }),
  };
  const change: Action = { kind: 'change-project', projectId: project.id, url, changes };
  const shown = page.demos.map((wanted) => ({ wanted, demo: shownAs(wanted, project.demos) }));
  const kept = new Set(shown.map(({ demo }) => demo?.id));
  return {
    actions: [
      ...(Object.keys(changes).length > 0 ? [change] : []),
      ...shown.flatMap(({ wanted, demo }) =>
        demo ? restyling(url, demo, lookOf(wanted)) : [creation(wanted)],
      ),
    ],
    unnamed: project.demos
      .filter((demo) => isOfSync(demo) && !kept.has(demo.id))
      .map(({ id, prompt }) => ({ demoId: id, url, sentence: prompt })),
  };
}

/** Uploads and what pages show of themselves are not for the file to name. */
const isOfSync = ({ source, context_hash }: Demo) => source === 'generated' && context_hash === null;

/** The newest demo of the same identity. One whose first film failed shows nothing, and is made again. */
export function shownAs(wanted: WantedDemo, demos: readonly Demo[]): Demo | undefined {
  return demos
    .filter((demo) => isOfSync(demo) && demo.status !== 'failed')
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .find((demo) => identityOf(wantedAs(demo)) === identityOf(wanted));
}

const wantedAs = ({ prompt, duration_target, resolution, aspect, format }: Demo) => ({
  sentence: prompt.trim(),
  duration: (duration_target ?? '10s') as WantedDemo['duration'],
  resolution,
  aspect: aspect ?? ('16:9' as const),
  format,
});

/** A demo whose film is being made gets its look at the next sync: until then the service refuses another film. */
function restyling(url: string, demo: Demo, look: Presentation | null): Action[] {
  if (!look || demo.status !== 'ready') return [];
  const stored = JSON.parse(demo.presentation ?? '{}') as Presentation;
  const { mockup: _, ...open } = stored;
  // A window that follows its page is not named by the file either.
  const shown = demo.window_follows_page ? open : stored;
  if (holds(shown, look)) return [];
  const presentation = merged(shown, look) as Presentation;
  return [{ kind: 'restyle-demo', demoId: demo.id, url, sentence: demo.prompt, presentation }];
}

/**
 * Whether a look has all members of another one. A stored look has every member, with the defaults of the service, so a
 * comparison of the whole would film again whenever the service changes a default.
 */
function holds(shown: unknown, wanted: unknown): boolean {
  if (!isObject(wanted)) return shown === wanted;
  return isObject(shown) && Object.entries(wanted).every(([name, value]) => holds(shown[name], value));
}

/** What the look does not name stays as it is. A background is one value, and so is a template. */
function merged(shown: Presentation, look: Presentation): Record<string, unknown> {
  const whole = ['background', 'recordingTemplate'];
  const parts = Object.entries(look).map(([name, value]) => {
    const old = (shown as Record<string, unknown>)[name];
    const isWhole = whole.includes(name) || !isObject(old) || !isObject(value);
    return [name, isWhole ? value : { ...old, ...value }];
  });
  const { recordingTemplate: _, ...others } = shown;
  return { ...others, ...Object.fromEntries(parts) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
