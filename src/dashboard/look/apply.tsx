import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../data/api.ts';
import { type DemoDetail, isRunning } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { ApplyToAll } from './apply-to-all.tsx';
import { asAsked, type Draft } from './draft.ts';
import { Toggle } from './fields.tsx';

/** Has the video made in the look that was tried out. */
export function Apply(props: {
  demo: DemoDetail;
  draft: Draft;
  /** undefined: as it is. */
  sound: DemoDetail['sound'] | undefined;
  isChanged: boolean;
}) {
  const { demo, draft, sound, isChanged } = props;
  const [retake, setRetake] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const restyle = useMutation(
    api.demos.restyle.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.demos.pathKey() });
        navigate(`/demos/${demo.id}`);
      },
    }),
  );
  return (
    <div className="stack">
      <div className="row">
        <Button
          disabled={(!isChanged && !retake) || isRunning(demo)}
          loading={restyle.isPending}
          onClick={() =>
            restyle.mutate({ id: demo.id, presentation: asAsked(draft), aspect: draft.aspect, retake, sound })
          }
        >
          Restyle the video
        </Button>
        <Toggle label="Film it again" isOn={retake} onChange={setRetake} />
      </div>
      <p className="quiet small plain">
        {isRunning(demo)
          ? 'This video is being made at the moment.'
          : 'It costs one generation. The shown version stays until the new one is there.'}
      </p>
      {restyle.isError && <FaultNote error={restyle.error} />}
      <ApplyToAll projectId={demo.project_id} draft={draft} isOtherShape={draft.aspect !== demo.aspect} />
    </div>
  );
}
