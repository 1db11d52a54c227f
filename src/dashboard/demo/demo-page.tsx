import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { api } from '../data/api.ts';
import { useProgress } from '../data/progress.ts';
import { type DemoDetail, isRunning, titleOf } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatAgo, formatNumber, formatSeconds, withoutScheme } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { usualShape } from '../parts/shapes.ts';
import { DemoActions } from './actions.tsx';
import { EditWish } from './edit-wish.tsx';
import { Failure } from './failure.tsx';
import { Film } from './film.tsx';
import { Filming, FilmingBar } from './filming.tsx';
import { RecordingLog } from './recording-log.tsx';
import { ScriptTimeline } from './script-timeline.tsx';
import { usePageOf } from './use-demo.ts';
import { Versions } from './versions.tsx';

/** One demo: its film, or how far the making is, or why it failed; and how it was made. */
export function DemoPage() {
  const { id = '' } = useParams();
  const [detail, setDetail] = useState('script');
  const demo = useQuery(api.demos.read.queryOptions({ id }));
  const running = demo.data ? isRunning(demo.data) : false;
  const progress = useProgress(id, running);
  if (demo.isError)
    return (
      <>
        <PageHead title="Demo" />
        <FaultNote error={demo.error} retry={() => demo.refetch()} />
      </>
    );
  if (!demo.data)
    return (
      <>
        <PageHead title="Demo" />
        <Skeleton className="stage" radius="lg" />
      </>
    );
  const { data } = demo;
  return (
    <>
      <PageHead title={titleOf(data)} lead={<Facts demo={data} />} />
      {data.video_key !== null ? (
        <div className="stack">
          {running && <FilmingBar progress={progress} />}
          <Film demo={data} />
          {data.error !== null && !running && <Failure demo={data} />}
        </div>
      ) : running ? (
        <Filming demo={data} progress={progress} />
      ) : (
        <Failure demo={data} />
      )}
      <DemoActions demo={data} onSentence={() => setDetail('wish')} />
      {data.source === 'generated' && <Details demo={data} shown={detail} onShow={setDetail} />}
    </>
  );
}

function Facts({ demo }: { demo: DemoDetail }) {
  const pageUrl = usePageOf(demo);
  return (
    <>
      {titleOf(demo).includes(demo.prompt) ? '' : `“${demo.prompt}” · `}
      {demo.duration_ms !== null && `${formatSeconds(demo.duration_ms)} · `}
      {demo.resolution}
      {demo.aspect && demo.aspect !== usualShape && ` · ${demo.aspect}`}
      {demo.version > 1 && ` · version ${formatNumber(demo.version)}`}
      {' · '}
      <time dateTime={demo.updated_at}>{formatAgo(demo.updated_at)}</time>
      {demo.source === 'generated' && pageUrl && (
        <>
          {' · '}
          <a href={pageUrl}>{withoutScheme(pageUrl)}</a>
        </>
      )}
    </>
  );
}

function Details({
  demo,
  shown,
  onShow,
}: {
  demo: DemoDetail;
  shown: string;
  onShow: (detail: string) => void;
}) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown === 'wish') section.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <section className="section" aria-label="How it was made" ref={section}>
      <Tabs value={shown} onChange={(detail) => onShow(detail ?? 'script')} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="script">Script</Tabs.Tab>
          <Tabs.Tab value="log">Recording log</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
          <Tabs.Tab value="wish">Sentence</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="script" pt="md">
          <ScriptTimeline demo={demo} />
        </Tabs.Panel>
        <Tabs.Panel value="log" pt="md">
          <RecordingLog demo={demo} />
        </Tabs.Panel>
        <Tabs.Panel value="versions" pt="md">
          <Versions demo={demo} />
        </Tabs.Panel>
        <Tabs.Panel value="wish" pt="md">
          <EditWish demo={demo} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
