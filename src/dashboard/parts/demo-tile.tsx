import { Badge } from '@mantine/core';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useLiveProgress } from '../data/live.ts';
import styles from './demo-grid.module.css';
import { type DemoGlimpse, isRunning, stateOf, titleOf } from './demo-state.ts';
import { formatAgo, formatLength, formatPercent } from './format.ts';

/** How long the cursor rests on a picture before its film plays. */
const restMs = 150;

/** A demo in a list: its picture, which plays while it is pointed at, and its state. */
export const DemoTile = memo(({ demo, children }: { demo: DemoGlimpse; children?: ReactNode }) => {
  const [isPointedAt, setPointedAt] = useState(false);
  const [begin, end] = [() => setPointedAt(true), () => setPointedAt(false)];
  return (
    <li className={styles.item}>
      {children}
      <Link
        className={styles.tile!}
        to={`/demos/${demo.id}`}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && begin()}
        onPointerLeave={end}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && begin()}
        onBlur={end}
      >
        <span className={styles.frame} data-running={isRunning(demo)}>
          {demo.picture ? (
            <img src={pathOf(demo.picture)} alt="" loading="lazy" decoding="async" />
          ) : (
            <Mark isFailed={demo.status === 'failed'} />
          )}
          {isPointedAt && demo.video && <Playing src={pathOf(demo.video)} />}
          {demo.duration_ms !== null && demo.status === 'ready' && (
            <span className={`${styles.length} num`}>{formatLength(demo.duration_ms)}</span>
          )}
        </span>
        <span className={styles.title}>{titleOf(demo)}</span>
        <span className={styles.facts}>
          {isRunning(demo) ? (
            <Running demo={demo} />
          ) : (
            demo.status !== 'ready' && <State status={demo.status} />
          )}
          {demo.source === 'upload' && <span>Uploaded</span>}
          <time dateTime={demo.updated_at}>{formatAgo(demo.updated_at)}</time>
        </span>
      </Link>
    </li>
  );
});

/** The service tells addresses with its public name; here they are of the same origin. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Nothing moves for those who have asked for that. */
function Playing({ src }: { src: string }) {
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setTimeout(() => setRested(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  return isRested && <video src={src} autoPlay muted loop playsInline tabIndex={-1} aria-hidden="true" />;
}

const State = ({ status, more }: { status: DemoGlimpse['status']; more?: string }) => (
  <Badge color={stateOf[status].color} variant="light">
    {stateOf[status].words}
    {more}
  </Badge>
);

/** What the channel tells is newer than the list. */
function Running({ demo }: { demo: DemoGlimpse }) {
  const told = useLiveProgress(demo.id);
  const progress = told && told.status === demo.status ? told.progress : 0;
  return <State status={demo.status} more={progress > 0 ? ` ${formatPercent(progress)}` : ''} />;
}

/** In place of a picture: the sign of a film that is coming, or of one that failed. */
const Mark = ({ isFailed }: { isFailed: boolean }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <rect x="1" y="4" width="22" height="16" rx="4" />
    <path d={isFailed ? 'M11 8h2v5h-2zM11 14.4h2v2h-2z' : 'M10 8.6v6.8l6-3.4z'} />
  </svg>
);
