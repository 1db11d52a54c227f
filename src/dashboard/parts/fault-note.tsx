import { Alert, Button } from '@mantine/core';
import { Link } from 'react-router';
import { faultOf } from '../data/fault.ts';

/** What went wrong, in a sentence, with the request id by which an operator finds it in the log. */
export function FaultNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const { message, code, requestId } = faultOf(error);
  return (
    <Alert color="fault" role="alert">
      <div className="stack">
        <p className="plain">{message}</p>
        <div className="row">
          {retry && (
            <Button size="xs" variant="default" onClick={retry}>
              Try again
            </Button>
          )}
          {code === 'quota_exceeded' && (
            <Button component={Link} to="/credits" size="xs">
              Get credits
            </Button>
          )}
          {requestId && <span className="mono small">{requestId}</span>}
        </div>
      </div>
    </Alert>
  );
}
