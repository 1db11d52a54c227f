import { Badge, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { mailVerification } from '../data/account-access.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import styles from './account.module.css';

/** Whether the address is confirmed, and a link for that. A service that sends no mail says so. */
export function EmailAddress({ user }: { user: { email: string; emailVerified: boolean } }) {
  const mail = useMutation({ mutationFn: mailVerification });
  return (
    <section className="card stack" aria-label="Email address">
      <div className="row between">
        <h3>Email address</h3>
        <Badge variant="light" color={user.emailVerified ? 'good' : 'warn'}>
          {user.emailVerified ? 'Confirmed' : 'Not confirmed'}
        </Badge>
      </div>
      <p className={`plain ${styles.whole}`}>{user.email}</p>
      {!user.emailVerified && !mail.isSuccess && (
        <Button
          variant="default"
          className={styles.start!}
          loading={mail.isPending}
          onClick={() => mail.mutate()}
        >
          Mail me a link to confirm it
        </Button>
      )}
      {mail.isError && <FaultNote error={mail.error} />}
      {mail.isSuccess && (
        <p className="plain quiet small" role="status">
          A link is on its way. It works for three days.
        </p>
      )}
    </section>
  );
}
