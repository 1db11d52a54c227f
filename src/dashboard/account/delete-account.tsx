import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { deleteAccount } from '../data/account-access.ts';
import { api } from '../data/api.ts';
import { faultOf } from '../data/fault.ts';
import { leaveBy } from '../data/session.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatNumber } from '../parts/format.ts';
import styles from './account.module.css';

/**
 * Deletes the account. It asks for the address and the password in place of a time to undo it in: within such a time, pages of
 * other sites would go on showing what their owner wants gone.
 */
export function DeleteAccount({ email, isOperator }: { email: string; isOperator: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="section" aria-label="Delete the account">
      <h2>Delete the account</h2>
      <div className="card stack">
        <p className="plain">
          {isOperator
            ? 'You operate this service. Ask whoever runs it to dismiss you as an operator; then you can delete your account.'
            : 'Your projects, demos, videos, uploads and keys are deleted at once. Pages that show one of your videos show none from then on.'}
        </p>
        {!isOperator && !isOpen && (
          <Button variant="default" className={styles.start!} onClick={() => setOpen(true)}>
            Delete my account…
          </Button>
        )}
        {isOpen && <Confirmation email={email} close={() => setOpen(false)} />}
      </div>
    </section>
  );
}

function Confirmation({ email, close }: { email: string; close: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  // The form opens below the edge of the screen, and the button that opened it is gone.
  useEffect(() => first.current?.focus(), []);
  const usage = useQuery(api.accounts.usage.queryOptions({}));
  const remove = useMutation({
    mutationFn: (given: { password: string; email: string }) => leaveBy(() => deleteAccount(given)),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    remove.mutate({ password: String(fields.get('password')), email: String(fields.get('email')) });
  };
  const fault = remove.isError ? faultOf(remove.error) : null;
  const ofPassword = fault?.code === 'wrong_password' ? fault.message : null;
  const ofEmail = fault?.code === 'wrong_email' ? 'This is not the address of this account.' : null;
  return (
    <form className={`stack ${styles.deletion}`} onSubmit={submit}>
      <p className="plain">{usage.data ? lossOf(usage.data) : 'This cannot be undone.'}</p>
      <p className="plain quiet small">
        What stays: the ledger of your credits, and the log of the service. Nothing is ever taken out of that
        log, so it goes on naming your address, your prompts and the titles of your videos.
      </p>
      <TextInput
        name="email"
        type="email"
        label="Your email address"
        description={`Type ${email}`}
        autoComplete="off"
        maxLength={254}
        required
        ref={first}
        error={ofEmail}
      />
      <TextInput
        name="password"
        type="password"
        label="Your password"
        autoComplete="current-password"
        maxLength={1024}
        required
        error={ofPassword}
      />
      {fault && !ofPassword && !ofEmail && <FaultNote error={remove.error} />}
      <div className="row">
        <Button type="submit" color="fault" loading={remove.isPending}>
          Delete everything
        </Button>
        <Button variant="default" onClick={close} disabled={remove.isPending}>
          Keep my account
        </Button>
      </div>
    </form>
  );
}

function lossOf({ demoCount, creditBalance }: { demoCount: number; creditBalance: number }): string {
  const demos = demoCount === 1 ? '1 demo' : `${formatNumber(demoCount)} demos`;
  const credits = creditBalance === 1 ? '1 credit' : `${formatNumber(creditBalance)} credits`;
  return `You lose ${demos} and ${credits}. This cannot be undone.`;
}
