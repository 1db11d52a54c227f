import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { api } from '../data/api.ts';
import { wishPath } from '../home/wish.ts';
import { type DemoDetail, isRunning } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { SureButton } from '../parts/sure-button.tsx';
import { canRefresh, useProjectOf, useRefresh } from './use-demo.ts';

/** What is done with a demo as a whole. */
export function DemoActions({ demo }: { demo: DemoDetail }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const project = useProjectOf(demo);
  const refresh = useRefresh(demo.id);
  const remove = useMutation(
    api.demos.delete.mutationOptions({
      onSuccess: () => {
        navigate('/demos');
        queries.removeQueries({ queryKey: api.demos.read.queryKey({ id: demo.id }) });
        void queries.invalidateQueries({ queryKey: api.demos.list.pathKey() });
      },
    }),
  );
  return (
    <div className="section stack">
      <div className="row">
        {demo.video_key !== null && canRefresh(demo) && (
          <Button
            variant="default"
            loading={refresh.isPending}
            onClick={() => refresh.mutate({ id: demo.id })}
            title="Reads the page and films it again. Where nothing has changed, it costs nothing."
          >
            Refresh
          </Button>
        )}
        {demo.video_key !== null && demo.source === 'generated' && project && (
          <Button component={Link} variant="default" to={wishPath({ url: project.url, prompt: demo.prompt })}>
            New film with another sentence
          </Button>
        )}
        {!isRunning(demo) && (
          <SureButton
            label="Delete"
            ask="Delete it with its addresses?"
            onSure={() => remove.mutate({ id: demo.id })}
            loading={remove.isPending}
          />
        )}
      </div>
      {refresh.isError && <FaultNote error={refresh.error} />}
      {remove.isError && <FaultNote error={remove.error} />}
    </div>
  );
}
