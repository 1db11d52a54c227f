import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { api, client } from '../data/api.ts';
import type { DemoDetail } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';

/** Makes the thumbnail and the GIF of the moment at which the player stands. */
export function PickMoment({
  demo,
  player,
}: {
  demo: DemoDetail;
  player: RefObject<HTMLVideoElement | null>;
}) {
  const pick = usePick(demo);
  return (
    <>
      <Button
        variant="default"
        loading={pick.isPending}
        onClick={() => pick.mutate(Math.round((player.current?.currentTime ?? 0) * 1000))}
        title="The thumbnail shows the moment at which the video stands, and the GIF the four seconds around it."
      >
        Thumbnail and GIF of this moment
      </Button>
      <span role="status" className="small">
        {pick.isSuccess && toldOf(pick.data)}
      </span>
      {pick.isError && <FaultNote error={pick.error} />}
    </>
  );
}

const toldOf = ({ timeMs, isShown }: { timeMs: number; isShown: boolean }) =>
  `They show ${(timeMs / 1000).toFixed(1)} s ${isShown ? 'now' : 'soon: they are still being made'}.`;

/** The pictures take two seconds, and longer where others wait for theirs. */
const [patienceMs, betweenMs] = [60_000, 700];

function usePick({ id, duration_ms, ...before }: DemoDetail) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (atMs: number) => {
      // The last frame of a video can lie after the length that its file says.
      const time_ms = Math.min(atMs, duration_ms ?? atMs);
      await client.pictures.pick.mutate({ id, time_ms });
      for (const endMs = Date.now() + patienceMs; Date.now() < endMs; ) {
        await new Promise((resolve) => setTimeout(resolve, betweenMs));
        const now = await queries.fetchQuery({ ...api.demos.read.queryOptions({ id }), staleTime: 0 });
        const isNew = now.thumbnail_key !== before.thumbnail_key && now.gif_key !== before.gif_key;
        if (isNew) return { timeMs: time_ms, isShown: true };
      }
      return { timeMs: time_ms, isShown: false };
    },
  });
}
