import { Loader, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, type Outputs } from '../data/api.ts';
import type { Wish } from '../home/wish.ts';
import { formatSeconds } from '../parts/format.ts';
import styles from './storyboard.module.css';
import { Suggestions } from './suggestions.tsx';

type SeenPage = NonNullable<Outputs['demos']['previewProgress']['page']>;

const lookEveryMs = 500;

/** While the page is read: how long it has taken, and what was seen of the page as soon as that is known. */
export function Reading({ wish, progressId }: { wish: Wish; progressId: string }) {
  const { data } = useQuery({
    ...api.demos.previewProgress.queryOptions({ progress_id: progressId }),
    enabled: progressId !== '',
    refetchInterval: ({ state }) => (state.data?.page ? false : lookEveryMs),
  });
  const page = data?.page ?? null;
  return (
    <div className="stack">
      <Told url={wish.url} isSeen={page !== null} />
      {page && <Seen wish={wish} page={page} />}
      <div className={styles.strip} aria-hidden="true">
        {[1, 2, 3].map((one) => (
          <Skeleton key={one} className={styles.ghost} />
        ))}
      </div>
    </div>
  );
}

function Told({ url, isSeen }: { url: string; isSeen: boolean }) {
  const [sec, setSec] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSec((now) => now + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const host = URL.parse(url)?.host ?? url;
  return (
    <div className="row between">
      <p className={styles.reading} role="status">
        <Loader size="sm" aria-hidden />
        <span>
          {isSeen ? (
            <>
              It has read <strong>{host}</strong>. Now it plans the scenes and tries them out.
            </>
          ) : (
            <>
              A browser opens <strong>{host}</strong> and reads it.
            </>
          )}
          {sec >= 12 && ' This page takes longer than most.'}
        </span>
      </p>
      <span className="quiet small num" aria-hidden="true">
        {formatSeconds(sec * 1000)} · mostly 4 to 10
      </span>
    </div>
  );
}

/** What was seen of the page: its first screen, and its sections by name. */
function Seen({ wish, page }: { wish: Wish; page: SeenPage }) {
  return (
    <section className={`card ${styles.seen}`} aria-label="What was seen of the page">
      <img src={new URL(page.pictureUrl).pathname} alt={`The page “${page.title}”`} />
      <div className="stack">
        <div>
          <h2>{page.title || URL.parse(wish.url)?.host}</h2>
          <p className={`quiet small num ${styles.sum}`}>
            {page.sections.length} {page.sections.length === 1 ? 'section' : 'sections'}
          </p>
        </div>
        <ol className={`plain ${styles.sections}`} aria-label="Sections of the page">
          {[...new Set(page.sections.map(({ name }) => name))].map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ol>
        <Suggestions wish={wish} sentences={page.suggestions} />
      </div>
    </section>
  );
}
