import { Badge, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ListedSession,
  revokeOtherSessions,
  revokeSession,
  sessionsQuery,
} from '../data/account-access.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatAgo, formatDate } from '../parts/format.ts';
import styles from './account.module.css';

/** Where the user is signed in. Each session can be ended, or all but this one. */
export function Sessions() {
  const queries = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const again = { onSuccess: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }) };
  const revoke = useMutation({ mutationFn: revokeSession, ...again });
  const revokeOthers = useMutation({ mutationFn: revokeOtherSessions, ...again });
  return (
    <section className="card stack" aria-label="Where you are signed in">
      <h3>Where you are signed in</h3>
      {sessions.isPending && <Skeleton height={120} />}
      {sessions.isError && <FaultNote error={sessions.error} retry={() => sessions.refetch()} />}
      <ul className={`plain ${styles.sessions}`}>
        {sessions.data?.map((session) => (
          <li key={session.id}>
            <Seen session={session} />
            {session.isCurrent ? (
              <Badge variant="light" color="good">
                This one
              </Badge>
            ) : (
              <Button
                size="xs"
                variant="default"
                aria-label={`Sign out ${session.device}`}
                loading={revoke.isPending && revoke.variables === session.id}
                onClick={() => revoke.mutate(session.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.data && sessions.data.length > 1 && (
        <Button
          variant="default"
          className={styles.start!}
          loading={revokeOthers.isPending}
          onClick={() => revokeOthers.mutate()}
        >
          Sign out everywhere else
        </Button>
      )}
      {revoke.isError && <FaultNote error={revoke.error} />}
      {revokeOthers.isError && <FaultNote error={revokeOthers.error} />}
      <p className={`plain quiet small ${styles.said}`} role="status">
        {revokeOthers.isSuccess
          ? 'You are signed out everywhere else.'
          : revoke.isSuccess && 'That session has ended.'}
      </p>
    </section>
  );
}

const Seen = ({
  session: { device, network, lastSeenAt, createdAt, isCurrent },
}: {
  session: ListedSession;
}) => (
  <span>
    <strong>{device}</strong>
    <br />
    <span className="quiet small">
      {network && `${network} · `}
      {isCurrent ? 'used now' : `used ${formatAgo(lastSeenAt)}`} · signed in {formatDate(createdAt)}
    </span>
  </span>
);
