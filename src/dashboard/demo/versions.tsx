import { Badge } from '@mantine/core';
import type { DemoDetail } from '../parts/demo-state.ts';
import { formatDateTime, formatNumber } from '../parts/format.ts';
import styles from './demo.module.css';

type Refresh = DemoDetail['refreshHistory'][number];

const results: Record<Refresh['result'], { words: string; color: string }> = {
  queued: { words: 'Being made', color: 'accent' },
  completed: { words: 'Published', color: 'good' },
  failed: { words: 'Failed', color: 'fault' },
  cancelled: { words: 'Cancelled', color: 'warn' },
};
const kinds: Record<
  Refresh['changes'] extends null ? never : 'added' | 'gone' | 'reworded' | 'looks',
  string
> = {
  added: 'New',
  gone: 'Gone',
  reworded: 'Reworded',
  looks: 'Looks different',
};

/** Every refresh and restyle with what changed on the page, the newest first, down to the first recording. */
export function Versions({ demo }: { demo: DemoDetail }) {
  return (
    <ol className={`plain ${styles.versions}`}>
      {demo.refreshHistory.map((refresh) => (
        <li key={refresh.id} className="card">
          <div className="row between">
            <strong>{headlineOf(refresh)}</strong>
            <Badge color={results[refresh.result].color} variant="light">
              {isUnchanged(refresh) ? 'Unchanged' : results[refresh.result].words}
            </Badge>
          </div>
          <p className="quiet small">
            {formatDateTime(refresh.created_at)} · {refresh.triggered_by}
          </p>
          {refresh.error && <p className={styles.message}>{refresh.error}</p>}
          <Changes refresh={refresh} />
        </li>
      ))}
      <li className="card">
        <strong>{demo.source === 'upload' ? 'Uploaded' : 'First recording'}</strong>
        <p className="quiet small">{formatDateTime(demo.created_at)}</p>
      </li>
    </ol>
  );
}

const isUnchanged = ({ changes, result }: Refresh) => result === 'completed' && changes?.length === 0;

function headlineOf(refresh: Refresh): string {
  if (isUnchanged(refresh)) return 'Nothing on the page had changed';
  return refresh.new_version === null ? 'A further version' : `Version ${formatNumber(refresh.new_version)}`;
}

function Changes({ refresh: { changes, before_url, after_url } }: { refresh: Refresh }) {
  if (!changes || changes.length === 0) return null;
  return (
    <div className="stack">
      <ul className={`plain small ${styles.deeds}`}>
        {changes.map((one) => (
          <li key={JSON.stringify(one)}>
            {kinds[one.change]}: {one.section ?? 'the page'}
            {one.before && one.after && ` (“${one.before}” is now “${one.after}”)`}
          </li>
        ))}
      </ul>
      <div className={styles.pair}>
        {before_url && <Seen url={before_url} words="Before" />}
        {after_url && <Seen url={after_url} words="After" />}
      </div>
    </div>
  );
}

const Seen = ({ url, words }: { url: string; words: string }) => (
  <figure className={styles.picture}>
    <img src={url} alt={`The page ${words.toLowerCase()}`} loading="lazy" />
    <figcaption className="small">{words}</figcaption>
  </figure>
);
