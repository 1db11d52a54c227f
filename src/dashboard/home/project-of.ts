import { client } from '../data/api.ts';
import { siteNameOf } from './wish.ts';

/** The project of a page. A page that was filmed before has one already. */
export async function projectOf(url: string): Promise<string> {
  const { projects } = await client.projects.list.query({ limit: 100 });
  const address = URL.parse(url)?.href ?? url;
  const known = projects.find((project) => URL.parse(project.url)?.href === address);
  if (known) return known.id;
  return (await client.projects.create.mutate({ name: siteNameOf(url), url })).id;
}
