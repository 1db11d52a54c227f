import { Alert } from '@mantine/core';
import { CopyButtons } from './copy.tsx';

/** A secret on the screen. It is not kept: who leaves the page does not see it again without asking. */
export const Secret = ({ title, value, name }: { title: string; value: string; name: string }) => (
  <Alert color="good" title={title} role="status">
    <div className="stack">
      <code className="mono">{value}</code>
      <div className="row">
        <CopyButtons texts={{ [`Copy the ${name}`]: value }} />
      </div>
    </div>
  </Alert>
);
