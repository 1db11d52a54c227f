import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { remove } from '../data/removals.ts';
import { wishPath } from '../home/wish.ts';
import { type DemoDetail, isRunning, titleOf } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { canRefresh, usePageOf, useRefresh } from './use-demo.ts';

/** What is done with a demo as a whole. */
export function DemoActions({ demo, onSentence }: { demo: DemoDetail; onSentence: () => void }) {
  const navigate = useNavigate();
  const pageUrl = usePageOf(demo);
  const refresh = useRefresh(demo.id);
  const removeDemo = () => {
    remove({ kind: 'demos', ids: [demo.id], name: `“${titleOf(demo)}”` });
    navigate('/demos');
  };
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
        {demo.video_key !== null && canRefresh(demo) && (
          <Button variant="default" onClick={onSentence}>
            Change the sentence
          </Button>
        )}
        {demo.video_key !== null && canRefresh(demo) && (
          <Button component={Link} variant="default" to={`/demos/${demo.id}/look`}>
            Change the look
          </Button>
        )}
        {demo.video_key !== null && demo.source === 'generated' && pageUrl && (
          <Button component={Link} variant="default" to={wishPath({ url: pageUrl, prompt: demo.prompt })}>
            New film with another sentence
          </Button>
        )}
        {!isRunning(demo) && (
          <Button variant="default" color="fault" onClick={removeDemo}>
            Delete
          </Button>
        )}
      </div>
      {refresh.isError && <FaultNote error={refresh.error} />}
    </div>
  );
}
