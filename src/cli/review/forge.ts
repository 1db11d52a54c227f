/** Where changes are discussed: GitHub and GitLab. One comment of a review is written, and later updated. */
import type { Forge } from './forge-request.ts';
import { openGitHub } from './github.ts';
import { openGitLab } from './gitlab.ts';

export const forgeNames = ['github', 'gitlab'] as const;
export type ForgeName = (typeof forgeNames)[number];

interface ForgeOptions {
  comment?: ForgeName | 'none';
  change?: number;
}

/** @returns null where nothing is to be commented on: no pipeline, or one without a change. */
export function openForge({ comment, change }: ForgeOptions, env: NodeJS.ProcessEnv): Promise<Forge | null> {
  const where = comment ?? (env.GITHUB_ACTIONS ? 'github' : env.GITLAB_CI ? 'gitlab' : 'none');
  if (where === 'none') return Promise.resolve(null);
  return where === 'github' ? openGitHub(env, change) : openGitLab(env, change);
}

/** Updates the comment that begins with the marker, or writes it. Of two that were written at the same time, the older one stays. */
export async function putComment(
  forge: Forge,
  marker: string,
  markdown: string,
): Promise<{ url: string; created: boolean }> {
  const body = `${marker}\n${markdown}`;
  const ours = async () => (await forge.comments()).filter((one) => one.body.startsWith(marker));
  const [known] = await ours();
  if (known) return { url: (await forge.update(known.id, body)).url, created: false };
  const written = await forge.create(body);
  const [first = written] = await ours();
  if (first.id === written.id) return { url: written.url, created: true };
  await forge.remove(written.id);
  return { url: (await forge.update(first.id, body)).url, created: false };
}
