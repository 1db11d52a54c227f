import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { FaultNote } from '../../parts/fault-note.tsx';
import { formatNumber } from '../../parts/format.ts';
import { client, type Outputs, operators } from '../api.ts';
import styles from '../operator.module.css';

export type Line = Outputs['accounts']['ledger']['lines'][number];

interface Undo {
  /** On the button that asks for the reason, and on the one that does it. */
  label: string;
  what: string;
  run(given: { id: string; reason: string }): Promise<Outputs['accounts']['refund']>;
}

/** How a line of the ledger is undone; null where it cannot be. The service knows best, and may refuse. */
export function undoOf({ type, amount, jobId }: Pick<Line, 'type' | 'amount' | 'jobId'>): Undo | null {
  const credits = `${formatNumber(Math.abs(amount))} ${Math.abs(amount) === 1 ? 'credit' : 'credits'}`;
  if (type === 'bonus' && amount > 0)
    return {
      label: 'Take back',
      what: `The grant of ${credits} is taken back, while they are still there.`,
      run: (given) => client.accounts.revoke.mutate(given),
    };
  if (type === 'deduct' && jobId)
    return {
      label: 'Give back',
      what: `What the job cost (${credits}) is given back.`,
      run: (given) => client.accounts.refund.mutate(given),
    };
  if (type === 'purchase' || type === 'auto_topoff')
    return {
      label: 'Pay back',
      what: `The purchase of ${credits} is paid back, while they are still there.`,
      run: (given) => client.accounts.refund.mutate(given),
    };
  return null;
}

/** Asks for the reason, and undoes the line. */
export function UndoForm({ line, onDone }: { line: Line; onDone: () => void }) {
  const queries = useQueryClient();
  const { label, what, run } = undoOf(line)!;
  const undo = useMutation({
    mutationFn: run,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: operators.accounts.pathKey() });
      onDone();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    undo.mutate({ id: line.transactionId, reason });
  };
  return (
    <form className={`stack ${styles.undo}`} onSubmit={submit}>
      <div className={styles.form}>
        <TextInput
          name="reason"
          label={`${what} Why?`}
          minLength={3}
          maxLength={500}
          pattern=".*\S.*\S.*\S.*"
          title="three characters or more"
          required
          autoFocus
        />
        <Button type="submit" color="fault" className={styles.submit!} loading={undo.isPending}>
          {label} now
        </Button>
      </div>
      {undo.isError && <FaultNote error={undo.error} />}
    </form>
  );
}
