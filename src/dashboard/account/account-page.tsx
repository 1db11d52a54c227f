import { Alert, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../data/api.ts';
import { signOut, useSession } from '../data/session.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { Figures } from '../parts/figures.tsx';
import { formatDate, formatNumber } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import styles from './account.module.css';
import { DeleteAccount } from './delete-account.tsx';
import { EmailAddress } from './email-address.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';

export function AccountPage() {
  const { data: session } = useSession();
  const leave = useMutation({ mutationFn: signOut });
  return (
    <>
      <PageHead title="Account" lead={session?.user.email}>
        <Button variant="default" onClick={() => leave.mutate()} loading={leave.isPending}>
          Sign out
        </Button>
      </PageHead>
      {leave.isError && <Alert color="fault">{leave.error.message}</Alert>}
      <Plan since={session?.user.createdAt} />
      <section className="section">
        <h2>Password and sessions</h2>
        <div className={styles.access}>
          <Sessions />
          <div className="stack">
            <PasswordForm email={session?.user.email ?? ''} />
            {session && <EmailAddress user={session.user} />}
          </div>
        </div>
      </section>
      {session && <DeleteAccount email={session.user.email} isOperator={session.isOperator} />}
    </>
  );
}

function Plan({ since }: { since: string | undefined }) {
  const usageOf = useQuery(api.accounts.usage.queryOptions({}));
  const { data } = usageOf;
  if (usageOf.isError) return <FaultNote error={usageOf.error} retry={() => usageOf.refetch()} />;
  if (!data) return <Skeleton height={130} radius="lg" />;
  const { plan, usage } = data;
  const limit = usage.demosLimit === null ? '' : ` of ${formatNumber(usage.demosLimit)}`;
  return (
    <Figures
      figures={[
        { name: 'Plan', value: plan.name },
        { name: 'Demos this month', value: `${formatNumber(usage.demosThisMonth)}${limit}` },
        {
          name: 'Credits',
          label: <Link to="/credits">Credits</Link>,
          value: formatNumber(data.creditBalance),
        },
        { name: 'Here since', value: since ? formatDate(since) : '' },
      ]}
    />
  );
}
