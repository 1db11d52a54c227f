import { readFile } from 'node:fs/promises';
import { ask, askAll, demandSetting, type Forge, type Service } from './forge-request.ts';

interface Told {
  id: number;
  body: string | null;
  html_url: string;
}

/** A pull request, as an action knows it. @returns null where no open pull request has the commit of the pipeline. */
export async function openGitHub(env: NodeJS.ProcessEnv, change: number | undefined): Promise<Forge | null> {
  const api = env.GITHUB_API_URL?.trim() || 'https://api.github.com';
  const repository = `${api}/repos/${demandSetting(env, 'GITHUB_REPOSITORY')}`;
  const token = demandSetting(env, 'GITHUB_TOKEN');
  const service: Service = {
    name: 'GitHub',
    token,
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/vnd.github+json',
      'X-GitHub-Api-Version': '2022-11-28',
      'User-Agent': 'showreel',
    },
    needs: 'write comments: `permissions: pull-requests: write` in the workflow',
  };
  const number = change ?? (await numberOf(service, repository, env));
  if (number === null) return null;
  const all = `${repository}/issues/${number}/comments`;
  const one = (id: number) => `${repository}/issues/comments/${id}`;
  const comment = ({ id, body, html_url }: Told) => ({ id, body: body ?? '', url: html_url });
  const send = async (method: string, url: string, body: string) =>
    comment((await (await ask(service, method, url, { body })).json()) as Told);
  return {
    comments: async () => (await askAll<Told>(service, all)).map(comment),
    create: (body) => send('POST', all, body),
    update: (id, body) => send('PATCH', one(id), body),
    remove: async (id) => void (await ask(service, 'DELETE', one(id))),
  };
}

interface ActionEvent {
  pull_request?: { number: number };
  deployment?: { sha: string };
}

/** Deployments name a commit and no pull request. */
async function numberOf(
  service: Service,
  repository: string,
  env: NodeJS.ProcessEnv,
): Promise<number | null> {
  const path = env.GITHUB_EVENT_PATH;
  const event = path ? (JSON.parse(await readFile(path, 'utf8')) as ActionEvent) : {};
  if (event.pull_request) return event.pull_request.number;
  const sha = event.deployment?.sha ?? env.GITHUB_SHA;
  if (!sha) return null;
  const pulls = await askAll<{ number: number; state: string }>(
    service,
    `${repository}/commits/${sha}/pulls`,
  );
  return pulls.find(({ state }) => state === 'open')?.number ?? null;
}
