import { Loader, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatSeconds } from '../parts/format.ts';
import styles from './storyboard.module.css';

/**
 * While the page is read. The service answers once, with the finished storyboard, so what is told is what it does and how long it has
 * taken, and no step is made up.
 */
export function Reading({ url }: { url: string }) {
  const [sec, setSec] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSec((now) => now + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="stack">
      <p className={styles.reading} role="status">
        <Loader size="sm" aria-hidden />
        <span>
          A browser opens <strong>{URL.parse(url)?.host ?? url}</strong>, reads it, plans the scenes and tries
          them out.
          {sec >= 12 && ' This page takes longer than most.'}
        </span>
      </p>
      <p className="quiet small num" aria-hidden="true">
        {formatSeconds(sec * 1000)} · mostly 4 to 10
      </p>
      <div className={styles.strip} aria-hidden="true">
        {[1, 2, 3].map((one) => (
          <Skeleton key={one} className={styles.ghost} />
        ))}
      </div>
    </div>
  );
}
