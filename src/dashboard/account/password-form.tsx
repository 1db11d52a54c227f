import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { changePassword, sessionsQuery } from '../data/account-access.ts';
import { faultOf } from '../data/fault.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import styles from './account.module.css';

/** @param props.email is for the browser's store of passwords, which keeps the new one under it */
export function PasswordForm({ email }: { email: string }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    change.mutate(
      { currentPassword: String(fields.get('current')), newPassword: String(fields.get('new')) },
      { onSuccess: () => form.reset() },
    );
  };
  const fault = change.isError ? faultOf(change.error) : null;
  const ofCurrent = fault?.code === 'wrong_password' ? fault.message : null;
  const ofNew = fault?.code === 'known_password' ? fault.message : null;
  return (
    <form className="card stack" aria-label="Change the password" onSubmit={submit}>
      <h3>Change the password</h3>
      <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
      <TextInput
        name="current"
        type="password"
        label="Current password"
        autoComplete="current-password"
        maxLength={1024}
        required
        error={ofCurrent}
      />
      <TextInput
        name="new"
        type="password"
        label="New password"
        description="Eight characters or more. You will be signed out everywhere else."
        autoComplete="new-password"
        minLength={8}
        maxLength={128}
        required
        error={ofNew}
      />
      <Button type="submit" className={styles.start!} loading={change.isPending}>
        Change it
      </Button>
      {change.isError && !ofCurrent && !ofNew && <FaultNote error={change.error} />}
      <p className={`plain quiet small ${styles.said}`} role="status">
        {change.isSuccess && 'Your password is changed, and you are signed out everywhere else.'}
      </p>
    </form>
  );
}
