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
      {choices.map(({ words, pictures, title }, index) => (
        <Button
          key={words}
          variant={index === 0 ? 'default' : 'subtle'}
          loading={pick.isPending && pick.variables.pictures === pictures}
          disabled={pick.isPending && pick.variables.pictures !== pictures}
          onClick={() =>
            pick.mutate({ atMs: Math.round((player.current?.currentTime ?? 0) * 1000), pictures })
          }
          title={title}
        >
          {words}
        </Button>
      ))}
      <span role="status" className="small">
        {pick.isSuccess && toldOf(pick.data)}
      </span>
      {pick.isError && <FaultNote error={pick.error} />}
    </>
  );
}

type Picture = 'thumbnail' | 'gif';
const choices: { words: string; pictures: Picture[]; title: string }[] = [
  {
    words: 'Thumbnail and GIF of this moment',
    pictures: ['thumbnail', 'gif'],
    title:
      'The thumbnail shows the moment at which the video stands, and the GIF the four seconds around it.',
  },
  { words: 'Only the thumbnail', pictures: ['thumbnail'], title: 'The GIF stays as it is.' },
  { words: 'Only the GIF', pictures: ['gif'], title: 'The thumbnail stays as it is.' },
];

const toldOf = ({ timeMs, isShown, pictures }: { timeMs: number; isShown: boolean; pictures: Picture[] }) => {
  const seconds = `${(timeMs / 1000).toFixed(1)} s`;
  const [show, are] = pictures.length > 1 ? ['They show', 'they are'] : ['It shows', 'it is'];
  return isShown ? `${show} ${seconds} now.` : `${show} ${seconds} soon: ${are} still being made.`;
};

/** The pictures take two seconds, and longer where others wait for theirs. */
const [patienceMs, betweenMs] = [60_000, 700];

function usePick({ id, duration_ms, ...before }: DemoDetail) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ atMs, pictures }: { atMs: number; pictures: Picture[] }) => {
      // The last frame of a video can lie after the length that its file says.
      const time_ms = Math.min(atMs, duration_ms ?? atMs);
      await client.pictures.pick.mutate({ id, time_ms, pictures });
      for (const endMs = Date.now() + patienceMs; Date.now() < endMs; ) {
        await new Promise((resolve) => setTimeout(resolve, betweenMs));
        const now = await queries.fetchQuery({ ...api.demos.read.queryOptions({ id }), staleTime: 0 });
        const isNew = pictures.every((one) => now[`${one}_key`] !== before[`${one}_key`]);
        if (isNew) return { timeMs: time_ms, isShown: true, pictures };
      }
      return { timeMs: time_ms, isShown: false, pictures };
    },
  });
}
