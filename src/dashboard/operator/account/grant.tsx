import { Alert, Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { faultOf } from '../../data/fault.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { formatNumber, formatSigned } from '../../parts/format.ts';
import { type Inputs, type Outputs, operators } from '../api.ts';
import styles from '../operator.module.css';

type Wish = Omit<Inputs['accounts']['grant'], 'large'>;

/** Gives credits. Where they are many, it asks once more; what was given can be taken back at once. */
export function Grant({ userId }: { userId: string }) {
  const queries = useQueryClient();
  // Two presses, or a press after an answer that was lost, are one grant.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const grant = useMutation(
    operators.accounts.grant.mutationOptions({
      onSuccess: () => {
        setKey(crypto.randomUUID());
        void queries.invalidateQueries({ queryKey: operators.accounts.pathKey() });
      },
    }),
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [amount, reason] = [Number(fields.get('amount')), String(fields.get('reason')).trim()];
    grant.mutate({ account: userId, amount, reason, key });
  };
  const isAsked = grant.isError && faultOf(grant.error).code === 'large_grant';
  return (
    <section className="section">
      <h2>Grant credits</h2>
      <form className="card stack" onSubmit={submit} onChange={() => grant.isError && grant.reset()}>
        {/* A grant that was given empties the fields. */}
        <div className={styles.form} key={key}>
          <TextInput name="amount" type="number" label="Credits" min={1} max={1_000_000} step={1} required />
          <TextInput
            name="reason"
            label="Reason, which the owner reads too"
            minLength={3}
            maxLength={500}
            pattern=".*\S.*\S.*\S.*"
            title="three characters or more"
            required
          />
          <Button type="submit" className={styles.submit!} loading={grant.isPending}>
            Grant
          </Button>
        </div>
        {isAsked && (
          <Many
            wish={grant.variables}
            onSure={() => grant.mutate({ ...grant.variables, large: true })}
            onSlip={() => grant.reset()}
          />
        )}
        {grant.isError && !isAsked && <FaultNote error={grant.error} />}
        {grant.data && (
          <Granted key={grant.data.transactionId} moved={grant.data} reason={grant.variables.reason} />
        )}
      </form>
    </section>
  );
}

const Many = ({ wish, onSure, onSlip }: { wish: Wish; onSure: () => void; onSlip: () => void }) => (
  <Alert color="warn" role="alert">
    <div className="stack">
      <p className="plain">
        {formatNumber(wish.amount)} credits are unusually many, and nothing was granted yet. Is that meant?
      </p>
      <div className="row">
        <Button size="xs" onClick={onSure}>
          Grant {formatNumber(wish.amount)} credits
        </Button>
        <Button size="xs" variant="default" onClick={onSlip}>
          No, that was a slip
        </Button>
      </div>
    </div>
  </Alert>
);

function Granted({ moved, reason }: { moved: Outputs['accounts']['grant']; reason: string }) {
  const queries = useQueryClient();
  const undo = useMutation(
    operators.accounts.revoke.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: operators.accounts.pathKey() }),
    }),
  );
  if (undo.data)
    return (
      <p role="status" className="plain">
        Taken back. The balance is {formatNumber(undo.data.balanceAfter)}.
      </p>
    );
  return (
    <div className="row" role="status">
      <span>
        {formatSigned(moved.amount)} credits, balance {formatNumber(moved.balanceAfter)}.
      </span>
      <Button
        size="xs"
        variant="default"
        loading={undo.isPending}
        onClick={() =>
          undo.mutate({ id: moved.transactionId!, reason: `undone at once (${reason})`.slice(0, 500) })
        }
      >
        Undo
      </Button>
      {undo.isError && <FaultNote error={undo.error} />}
    </div>
  );
}
