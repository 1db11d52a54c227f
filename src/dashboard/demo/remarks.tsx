import { Alert } from '@mantine/core';
import type { DemoDetail } from '../parts/demo-state.ts';

/** What the film does not do, or does besides what was asked for. */
export function Remarks({ warnings }: Pick<DemoDetail, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="warn" title="Good to know">
      <ul className="remarks">
        {warnings.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{message}</li>
        ))}
      </ul>
    </Alert>
  );
}
