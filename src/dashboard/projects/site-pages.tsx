import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { api, type Outputs } from '../data/api.ts';
import { DemoBrowser } from '../demos/demo-browser.tsx';
import { formatNumber, withoutScheme } from '../parts/format.ts';
import styles from './projects.module.css';

type SitePage = Outputs['projects']['pages']['pages'][number];

export const useSitePages = (id: string): SitePage[] =>
  useQuery(api.projects.pages.queryOptions({ id })).data?.pages ?? [];

/** The demos of a project, by the page of the site that they film. Which page is shown stands in the address. */
export function SitePages({ projectId }: { projectId: string }) {
  const pages = useSitePages(projectId);
  const [query] = useSearchParams();
  const shown = query.get('page') ?? '';
  return (
    <>
      {(pages.length > 1 || shown !== '') && (
        <nav className={styles.pages} aria-label="Pages of the site">
          <PageLink words="All pages" to="" isShown={shown === ''} />
          {pages.map(({ page_url, demo_count }) => (
            <PageLink
              key={page_url}
              words={pathOf(page_url, pages)}
              count={demo_count}
              to={page_url}
              isShown={shown === page_url}
            />
          ))}
        </nav>
      )}
      <DemoBrowser key={shown} projectId={projectId} pageUrl={shown} />
    </>
  );
}

const PageLink = (props: { words: string; count?: number; to: string; isShown: boolean }) => (
  <Link
    to={props.to === '' ? '?' : `?${new URLSearchParams({ page: props.to })}`}
    replace
    title={props.to || undefined}
    aria-current={props.isShown ? 'true' : undefined}
  >
    {props.words}
    {props.count !== undefined && <span className="quiet num">{formatNumber(props.count)}</span>}
  </Link>
);

/** On a site of one host, the path says it. */
function pathOf(url: string, pages: readonly SitePage[]): string {
  const { host, pathname, search } = new URL(url);
  const isOneHost = pages.every(({ page_url }) => new URL(page_url).host === host);
  return isOneHost ? pathname + search : withoutScheme(url);
}
