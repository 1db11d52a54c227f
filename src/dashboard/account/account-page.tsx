import { Alert, Button, PasswordInput, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Link } from 'react-router';
import { api } from '../data/api.ts';
import { changePassword, signOut, useSession } from '../data/session.ts';
import { formatDate, formatNumber } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import styles from './account.module.css';

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
        <h2>Password</h2>
        <Password />
      </section>
    </>
  );
}

function Plan({ since }: { since: string | undefined }) {
  const { data } = useQuery(api.accounts.usage.queryOptions({}));
  if (!data) return <Skeleton height={130} radius="lg" />;
  const { plan, usage } = data;
  const limit = usage.demosLimit === null ? '' : ` of ${formatNumber(usage.demosLimit)}`;
  return (
    <dl className={styles.figures}>
      <div className="card">
        <dt>Plan</dt>
        <dd>{plan.name}</dd>
      </div>
      <div className="card">
        <dt>Demos this month</dt>
        <dd className="num">
          {formatNumber(usage.demosThisMonth)}
          {limit}
        </dd>
      </div>
      <div className="card">
        <dt>
          <Link to="/credits">Credits</Link>
        </dt>
        <dd className="num">{formatNumber(data.creditBalance)}</dd>
      </div>
      <div className="card">
        <dt>Here since</dt>
        <dd>{since ? formatDate(since) : ''}</dd>
      </div>
    </dl>
  );
}

function Password() {
  const change = useMutation({ mutationFn: changePassword });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    change.mutate(
      { currentPassword: String(fields.get('current')), newPassword: String(fields.get('new')) },
      { onSuccess: () => form.reset() },
    );
  };
  return (
    <form className={`card stack ${styles.password}`} onSubmit={submit}>
      <PasswordInput
        name="current"
        label="Current password"
        autoComplete="current-password"
        maxLength={1024}
        required
      />
      <PasswordInput
        name="new"
        label="New password"
        description="At least 8 characters. A longer password is safer."
        autoComplete="new-password"
        minLength={8}
        maxLength={128}
        required
      />
      {change.isError && (
        <Alert color="fault" role="alert">
          {change.error.message}
        </Alert>
      )}
      {change.isSuccess && (
        <Alert color="good" role="status">
          The password was changed. Your other sessions have ended.
        </Alert>
      )}
      <div>
        <Button type="submit" loading={change.isPending}>
          Change the password
        </Button>
      </div>
    </form>
  );
}
