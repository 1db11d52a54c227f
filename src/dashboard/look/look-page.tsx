import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { api } from '../data/api.ts';
import { type DemoDetail, titleOf } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Apply } from './apply.tsx';
import { Backgrounds } from './backgrounds.tsx';
import { Controls } from './controls.tsx';
import { type Draft, isSame, useDraft } from './draft.ts';
import styles from './look.module.css';
import { Presets } from './presets.tsx';
import { SoundControls } from './sound.tsx';
import { Stage, useLiveLook } from './stage.tsx';
import type { Moment } from './use-stills.ts';

/** Another look for a video, with stills that are exactly what the restyled video shows. */
export function LookPage() {
  const { id = '' } = useParams();
  const demo = useQuery(api.demos.read.queryOptions({ id }));
  if (demo.data && demo.data.version > 0 && demo.data.source === 'generated')
    return <Editor key={id} demo={demo.data} />;
  return (
    <>
      <PageHead title="Change the look" />
      {demo.isError && <FaultNote error={demo.error} retry={() => demo.refetch()} />}
      {demo.isPending && <Skeleton className="stage" radius="lg" />}
      {demo.data && (
        <div className="empty">
          <h2>There is nothing to restyle yet</h2>
          <p>A video that was recorded here can get another look, as soon as it is ready.</p>
          <Button component={Link} to={`/demos/${id}`}>
            To the demo
          </Button>
        </div>
      )}
    </>
  );
}

function Editor({ demo }: { demo: DemoDetail }) {
  const { id } = demo;
  const { draft, setDraft, shown } = useDraft(demo);
  const [sound, setSound] = useState(demo.sound);
  const [moment, setMoment] = useState<Moment>('beginning');
  const live = useLiveLook(id, draft, moment);
  const colors = live.data?.colors ?? [];
  const change = (next: Draft, shows: Moment = 'beginning') => {
    setDraft(next);
    setMoment(shows);
  };
  const isOtherSound = JSON.stringify(sound) !== JSON.stringify(demo.sound);
  const isChanged = !isSame(draft, shown) || isOtherSound;
  return (
    <>
      <PageHead title="Change the look" lead={<Link to={`/demos/${id}`}>{titleOf(demo)}</Link>}>
        {isChanged && (
          <Button
            variant="subtle"
            onClick={() => {
              setDraft(shown);
              setSound(demo.sound);
            }}
          >
            Back to how it is
          </Button>
        )}
      </PageHead>
      <div className={styles.editor}>
        <div className={styles.shown}>
          <Stage {...{ id, live, draft, shown, moment }} onMoment={setMoment} />
          <Apply demo={demo} draft={draft} sound={isOtherSound ? sound : undefined} isChanged={isChanged} />
        </div>
        <div className={styles.controls}>
          {live.data && (
            <Presets {...{ id, draft, shown, colors }} isBusy={live.isBehind} onChange={change} />
          )}
          <Backgrounds
            background={draft.background}
            colors={colors}
            brand={live.data?.brand ?? null}
            onChange={(background) => change({ ...draft, background })}
          />
          <SoundControls sound={sound} onChange={setSound} hints={soundHints} />
          <Controls draft={draft} onChange={change} />
        </div>
      </div>
    </>
  );
}

const soundHints = {
  sound: 'Sound is mixed when the video is restyled, and no page is opened for it.',
  voice: 'Where captions are shown too briefly for the voice, film it again: the pictures then wait for it.',
};
