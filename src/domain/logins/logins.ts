import type { Sql } from 'postgres';
import { invalid } from '../../errors.ts';
import type { Secrets } from '../../secrets.ts';
import { isSameSite } from '../../site.ts';
import type { CommandContext } from '../../store/types.ts';
import { projection } from '../projection.ts';
import type { ProjectEvent } from '../projects/events.ts';
import { ownedProject } from '../projects/owned.ts';
import type { DomainServices } from '../services.ts';
import { loginDecider } from './decide.ts';
import { type LoginEvent, loginStream } from './events.ts';
import type { Login } from './login.ts';

/** Read model: the login of each project that has one, sealed. */
export const loginsProjection = projection<LoginEvent | ProjectEvent>({
  name: 'project_logins',
  version: 1,
  tables: ['project_logins'],
  on: {
    LoginSet: ({ data: { projectId, userId, sealedLogin } }) => [
      { op: 'delete', table: 'project_logins', key: { project_id: projectId } },
      {
        op: 'insert',
        table: 'project_logins',
        row: { project_id: projectId, user_id: userId, sealed_login: sealedLogin },
      },
    ],
    LoginResealed: ({ data: { projectId, sealedLogin } }) => [
      {
        op: 'update',
        table: 'project_logins',
        key: { project_id: projectId },
        set: { sealed_login: sealedLogin },
      },
    ],
    LoginRemoved: ({ data }) => [
      { op: 'delete', table: 'project_logins', key: { project_id: data.projectId } },
    ],
    ProjectDeleted: ({ data }) => [
      { op: 'delete', table: 'project_logins', key: { project_id: data.projectId } },
    ],
  },
});

type ProjectRef = { projectId: string; userId: string };

/** @throws AppError 404 (project), 400 where a cookie or the script is of another site. */
export async function setLogin(
  { store, secrets }: DomainServices,
  context: CommandContext,
  { login, ...ref }: ProjectRef & { login: Omit<Login, 'siteUrl'> },
): Promise<void> {
  await store.execute(context, async (unit) => {
    const project = await ownedProject(unit, ref.projectId, ref.userId);
    demandOnSite(login, project.url);
    const sealed: Login = { ...login, siteUrl: project.url };
    const stream = await unit.load(loginDecider, loginStream(ref.projectId));
    stream.decide({ type: 'set', ...ref, sealedLogin: secrets.seal(JSON.stringify(sealed)) });
  });
}

/**
 * Sets some members of a login and leaves the others as they are. Without a login, the others are empty. Where the project has moved
 * to another site, the old cookies and the old script stay only as long as neither is replaced, since a login is for one site.
 * @throws AppError 404 (project), 400 where a cookie or the script is of another site.
 */
export async function changeLogin(
  { store, secrets }: DomainServices,
  context: CommandContext,
  { changes, ...ref }: ProjectRef & { changes: Partial<Omit<Login, 'siteUrl'>> },
): Promise<Login> {
  const { value } = await store.execute(context, async (unit) => {
    const project = await ownedProject(unit, ref.projectId, ref.userId);
    const stream = await unit.load(loginDecider, loginStream(ref.projectId));
    const before = stream.state === null ? null : (JSON.parse(secrets.open(stream.state)) as Login);
    const login = merged(before, changes, project.url);
    demandOnSite(login, login.siteUrl);
    stream.decide({ type: 'set', ...ref, sealedLogin: secrets.seal(JSON.stringify(login)) });
    return login;
  });
  return value;
}

function merged(before: Login | null, changes: Partial<Omit<Login, 'siteUrl'>>, projectUrl: string): Login {
  const empty: Login = { siteUrl: projectUrl, cookies: [], script: null, maskSelectors: [] };
  const signsIn = changes.cookies !== undefined || changes.script !== undefined;
  if (!before) return { ...empty, ...changes };
  if (!signsIn) return { ...before, ...changes };
  if (isSameSite(before.siteUrl, projectUrl)) return { ...before, siteUrl: projectUrl, ...changes };
  return { ...empty, maskSelectors: before.maskSelectors, ...changes };
}

/** @throws AppError 404 (project, or it has no login). */
export async function removeLogin(
  { store }: DomainServices,
  context: CommandContext,
  ref: ProjectRef,
): Promise<void> {
  await store.execute(context, async (unit) => {
    await ownedProject(unit, ref.projectId, ref.userId);
    (await unit.load(loginDecider, loginStream(ref.projectId))).decide({ type: 'remove', ...ref });
  });
}

/**
 * Reads the login of a project in clear; null where the project has none.
 * @param userId where it is given, only a project of this user counts
 */
export async function readLogin(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  projectId: string,
  userId?: string,
): Promise<Login | null> {
  const [row] = await sql<{ sealed_login: string }[]>`
    select sealed_login from project_logins
    where project_id = ${projectId} ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}`;
  return row ? (JSON.parse(secrets.open(row.sealed_login)) as Login) : null;
}

/**
 * The login that a page is opened with. A page of another site is opened without cookies and script: what opens one
 * site is sent to no other. (A live key may embed a page of another site, and a project may have moved to one.) What
 * is hidden is hidden there too.
 */
export async function loginForPage(
  services: { sql: Sql; secrets: Secrets },
  projectId: string,
  pageUrl: string,
): Promise<Login | null> {
  const login = await readLogin(services, projectId);
  if (!login || isSameSite(pageUrl, login.siteUrl)) return login;
  return { ...login, cookies: [], script: null };
}

/** What opens one site is sent to no other. */
function demandOnSite({ cookies, script }: Omit<Login, 'siteUrl'>, projectUrl: string): void {
  const site = `the project's site (${new URL(projectUrl).hostname})`;
  for (const [index, { domain }] of cookies.entries())
    if (domain !== undefined && !isSameSite(`https://${domain.replace(/^\./, '')}/`, projectUrl))
      throw invalid(`\`cookies[${index}].domain\` must be on ${site}.`);
  for (const [index, step] of (script?.steps ?? []).entries())
    if (step.type === 'navigate' && !isSameSite(step.url, projectUrl))
      throw invalid(`\`script.steps[${index}].url\` must be on ${site}.`);
}
