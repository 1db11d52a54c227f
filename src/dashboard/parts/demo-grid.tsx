import { Badge } from '@mantine/core';
import { Link } from 'react-router';
import styles from './demo-grid.module.css';
import { type Demo, isRunning, pictureOf, stateOf, titleOf } from './demo-state.ts';
import { formatAgo, formatLength } from './format.ts';

export function DemoGrid({ demos }: { demos: Demo[] }) {
  return (
    <ul className={`plain ${styles.grid}`}>
      {demos.map((demo) => (
        <li key={demo.id}>
          <Tile demo={demo} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ demo }: { demo: Demo }) {
  const picture = pictureOf(demo);
  const { words, color } = stateOf[demo.status];
  return (
    <Link className={styles.tile!} to={`/demos/${demo.id}`}>
      <span className={styles.frame} data-running={isRunning(demo)}>
        {picture ? <img src={picture} alt="" loading="lazy" /> : <Mark isFailed={demo.status === 'failed'} />}
        {demo.duration_ms !== null && demo.status === 'ready' && (
          <span className={`${styles.length} num`}>{formatLength(demo.duration_ms)}</span>
        )}
      </span>
      <span className={styles.title}>{titleOf(demo)}</span>
      <span className={styles.facts}>
        {demo.status !== 'ready' && (
          <Badge color={color} variant="light">
            {words}
          </Badge>
        )}
        {demo.source === 'upload' && <span>Uploaded</span>}
        <time dateTime={demo.updated_at}>{formatAgo(demo.updated_at)}</time>
      </span>
    </Link>
  );
}

/** In place of a picture: the sign of a film that is coming, or of one that failed. */
const Mark = ({ isFailed }: { isFailed: boolean }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <rect x="1" y="4" width="22" height="16" rx="4" />
    <path d={isFailed ? 'M11 8h2v5h-2zM11 14.4h2v2h-2z' : 'M10 8.6v6.8l6-3.4z'} />
  </svg>
);
