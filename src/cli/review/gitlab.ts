import { ask, askAll, demandSetting, type Forge, type Service } from './forge-request.ts';

interface Told {
  id: number;
  body: string;
  created_at: string;
}

/** A merge request, as a pipeline knows it. @returns null where the pipeline is of none. */
export async function openGitLab(env: NodeJS.ProcessEnv, change: number | undefined): Promise<Forge | null> {
  const number = change ?? (env.CI_MERGE_REQUEST_IID ? Number(env.CI_MERGE_REQUEST_IID) : null);
  if (number === null) return null;
  const project = encodeURIComponent(demandSetting(env, 'CI_PROJECT_ID'));
  // The token that every job has (CI_JOB_TOKEN) may not write notes.
  const token = demandSetting(env, 'GITLAB_TOKEN');
  const notes = `${demandSetting(env, 'CI_API_V4_URL')}/projects/${project}/merge_requests/${number}/notes`;
  const service: Service = {
    name: 'GitLab',
    token,
    headers: { 'PRIVATE-TOKEN': token },
    needs:
      'write notes: a project access token with the scope `api` and the role Reporter, in the masked variable GITLAB_TOKEN',
  };
  const page = env.CI_MERGE_REQUEST_PROJECT_URL ?? env.CI_PROJECT_URL;
  const comment = ({ id, body }: Told) => ({
    id,
    body,
    url: page ? `${page}/-/merge_requests/${number}#note_${id}` : `${notes}/${id}`,
  });
  const send = async (method: string, url: string, body: string) =>
    comment((await (await ask(service, method, url, { body })).json()) as Told);
  return {
    // GitLab lists the newest first.
    comments: async () => (await askAll<Told>(service, notes)).toSorted((a, b) => a.id - b.id).map(comment),
    create: (body) => send('POST', notes, body),
    update: (id, body) => send('PUT', `${notes}/${id}`, body),
    remove: async (id) => void (await ask(service, 'DELETE', `${notes}/${id}`)),
  };
}
