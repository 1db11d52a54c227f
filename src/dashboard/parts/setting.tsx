import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FaultNote } from './fault-note.tsx';

/** One thing that can be set, on a card of its own, so that each is saved by itself. */
export function Setting(props: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <section className="card stack setting" aria-label={props.title}>
      <div>
        <h2>{props.title}</h2>
        {props.about && <p className="quiet small">{props.about}</p>}
      </div>
      {props.children}
    </section>
  );
}

type Saving = Pick<UseMutationResult<unknown, unknown, never>, 'isPending' | 'isSuccess' | 'error'>;

/** The button that saves a form, and whether it was saved. What is wrong with a field stands at the field, and the rest here. */
export function SaveRow(props: { saving: Saving; isTold: boolean; label?: string; children?: ReactNode }) {
  const { saving, isTold, label = 'Save' } = props;
  return (
    <>
      <div className="row">
        <Button type="submit" loading={saving.isPending}>
          {label}
        </Button>
        {props.children}
        <span role="status" className="quiet small">
          {saving.isSuccess && 'Saved.'}
        </span>
      </div>
      {saving.error !== null && !isTold && <FaultNote error={saving.error} />}
    </>
  );
}
