import { Alert } from '@mantine/core';
import type { DemoDetail } from '../parts/demo-state.ts';
import styles from './demo.module.css';

/** What the film does not do, or does besides what was asked for, and what a viewer would find wrong with it. */
export function Remarks({ warnings, quality }: Pick<DemoDetail, 'warnings' | 'quality'>) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="warn" title="Good to know">
      {quality !== null && quality < 1 && (
        <p className={styles.message}>
          We watched this film before it was published. {verdictOn(quality)} Quality:{' '}
          {Math.round(quality * 100)} of 100.
        </p>
      )}
      <ul className="remarks">
        {warnings.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{message}</li>
        ))}
      </ul>
    </Alert>
  );
}

function verdictOn(quality: number): string {
  if (quality >= 0.8) return 'It has a small fault.';
  if (quality >= 0.5) return 'It has a fault that viewers will notice.';
  return 'It should be filmed again before you show it to anybody.';
}
