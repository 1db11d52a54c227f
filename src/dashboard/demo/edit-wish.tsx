import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api, client } from '../data/api.ts';
import { fieldFaults } from '../data/fault.ts';
import type { DemoDetail } from '../parts/demo-state.ts';
import { SaveRow } from '../parts/setting.tsx';
import { canRefresh } from './use-demo.ts';

const mostLetters = { prompt: 500, context: 2000 };

/** The sentence, and what else the planner should know. Both count from the next film on, which can be ordered at once. */
export function EditWish({ demo }: { demo: DemoDetail }) {
  const queries = useQueryClient();
  const [isFilmed, setFilmed] = useState(false);
  const save = useMutation({
    mutationFn: async (wish: { prompt: string; context: string; isFilmedAgain: boolean }) => {
      const { isFilmedAgain, ...changes } = wish;
      await client.demos.edit.mutate({ id: demo.id, ...changes });
      if (isFilmedAgain) await client.demos.refresh.mutate({ id: demo.id });
      setFilmed(isFilmedAgain);
    },
    // Where the film was refused, the sentence was saved all the same.
    onSettled: () => queries.invalidateQueries({ queryKey: api.demos.pathKey() }),
  });
  const faults = fieldFaults(save.error, ['prompt', 'context']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const pressed = (event.nativeEvent as unknown as { submitter: HTMLElement | null }).submitter;
    save.mutate({
      prompt: String(fields.get('prompt')).trim(),
      context: String(fields.get('context')).trim(),
      isFilmedAgain: pressed?.getAttribute('name') === 'film',
    });
  };
  return (
    <form className="card stack" onSubmit={submit} aria-label="What the film shows">
      <Textarea
        name="prompt"
        label="What to show, in one sentence"
        defaultValue={demo.prompt}
        maxLength={mostLetters.prompt}
        rows={2}
        error={faults.of.prompt}
        required
      />
      <Textarea
        name="context"
        label="What else the planner should know"
        description="Such as which price is the one to show, or what a word on the page means"
        defaultValue={demo.context ?? ''}
        maxLength={mostLetters.context}
        rows={4}
        error={faults.of.context}
      />
      <SaveRow saving={save} isTold={faults.isTold}>
        {canRefresh(demo) && (
          <Button type="submit" name="film" variant="default" loading={save.isPending}>
            Save and film it again
          </Button>
        )}
      </SaveRow>
      {save.isSuccess && !isFilmed && demo.source === 'generated' && (
        <p className="quiet small plain">The next film shows it.</p>
      )}
    </form>
  );
}
