import { Badge } from '@mantine/core';
import type { DemoDetail } from '../parts/demo-state.ts';
import { formatDateTime, formatNumber } from '../parts/format.ts';
import { ChangeList } from './changes.tsx';
import type { Refresh } from './compare.ts';
import { Comparison } from './comparison.tsx';
import styles from './demo.module.css';

const results: Record<Refresh['result'], { words: string; color: string }> = {
  queued: { words: 'Being made', color: 'accent' },
  completed: { words: 'Published', color: 'good' },
  failed: { words: 'Failed', color: 'fault' },
  cancelled: { words: 'Cancelled', color: 'warn' },
};
const triggers: Record<Refresh['triggered_by'], string> = {
  manual: 'by hand',
  schedule: 'by the schedule',
  webhook: 'by the webhook',
  api: 'over the API',
  restyle: 'a new look',
  embed: 'by an embed',
};

/** Two versions side by side, above every refresh and restyle with what changed on the page, the newest first. */
export function Versions({ demo }: { demo: DemoDetail }) {
  return (
    <div className="stack">
      <Comparison history={demo.refreshHistory} />
      <ol className={`plain ${styles.versions}`}>
        {demo.refreshHistory.map((refresh) => (
          <li key={refresh.id} className="card">
            <div className="row between">
              <strong>{headlineOf(refresh)}</strong>
              <Badge color={results[refresh.result].color} variant="light">
                {refresh.unchanged ? 'Unchanged' : results[refresh.result].words}
              </Badge>
            </div>
            <p className="quiet small">
              {formatDateTime(refresh.created_at)} · {triggers[refresh.triggered_by]}
            </p>
            {refresh.error && <p className={styles.message}>{refresh.error}</p>}
            {refresh.cost_returned && <p className="quiet small">What it cost was given back.</p>}
            {refresh.changes && refresh.changes.length > 0 && <ChangeList changes={refresh.changes} />}
          </li>
        ))}
        <li className="card">
          <strong>{demo.source === 'upload' ? 'Uploaded' : 'First recording'}</strong>
          <p className="quiet small">{formatDateTime(demo.created_at)}</p>
        </li>
      </ol>
    </div>
  );
}

function headlineOf(refresh: Refresh): string {
  if (refresh.unchanged) return 'Nothing on the page had changed';
  return refresh.new_version === null ? 'A further version' : `Version ${formatNumber(refresh.new_version)}`;
}
