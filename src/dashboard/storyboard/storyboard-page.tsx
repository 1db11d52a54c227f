import { Button, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { faultOf } from '../data/fault.ts';
import { lengths, readWish, type Wish, wishPath } from '../home/wish.ts';
import { WishForm } from '../home/wish-form.tsx';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatSeconds } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { shapeNames } from '../parts/shapes.ts';
import { Board } from './board-view.tsx';
import { Reading } from './reading.tsx';
import styles from './storyboard.module.css';
import { Suggestions } from './suggestions.tsx';
import { orderUnseen, useBoard } from './use-board.ts';

/** From a wish to an order: the page is read, its scenes are shown and edited, and the film is ordered. */
export function StoryboardPage() {
  const [query] = useSearchParams();
  const wish = useMemo(() => readWish(query), [query]);
  if (!wish) return <Navigate to={`/?${query}`} replace />;
  return <Storyboard key={JSON.stringify(wish)} wish={wish} />;
}

function Storyboard({ wish }: { wish: Wish }) {
  const navigate = useNavigate();
  const { board, reading, progressId, setScenes, setSound, showAnew, addScene, startOver } = useBoard(wish);
  return (
    <>
      <PageHead title="Storyboard" lead="This is what the film will show. Nothing is filmed or charged yet.">
        <SegmentedControl
          aria-label="Shape of the film"
          value={wish.shape}
          onChange={(shape) => navigate(wishPath({ ...wish, shape: shape as Wish['shape'] }))}
          data={shapeNames.map((shape) => ({ value: shape, label: shape }))}
        />
        <SegmentedControl
          aria-label="Length of the film"
          value={wish.length}
          onChange={(length) => navigate(wishPath({ ...wish, length: length as Wish['length'] }))}
          data={lengths.map((length) => ({
            value: length,
            label: formatSeconds(Number.parseInt(length, 10) * 1000),
          }))}
        />
      </PageHead>
      <WishForm wish={wish} submit="Read the page" onSame={startOver} />
      <div className="section">
        {reading.isError && (
          <FaultNote
            error={reading.error}
            retry={() => reading.mutate(reading.variables ?? { edited: null })}
          />
        )}
        {reading.isError && faultOf(reading.error).code === 'preview_timeout' && <Unseen wish={wish} />}
        {reading.isPending && <Reading wish={wish} progressId={progressId} />}
        {board && !reading.isPending && board.page && (
          <div className={styles.others}>
            <Suggestions wish={wish} sentences={board.page.suggestions} />
          </div>
        )}
        {board && !reading.isPending && (
          <Board
            wish={wish}
            board={board}
            onScenes={setScenes}
            onSound={setSound}
            onShowAnew={showAnew}
            onAdd={addScene}
            onStartOver={startOver}
          />
        )}
      </div>
    </>
  );
}

/** Where no worker has time for a storyboard, the film can still wait for its turn. */
function Unseen({ wish }: { wish: Wish }) {
  const navigate = useNavigate();
  const order = useMutation({
    mutationFn: () => orderUnseen(wish),
    onSuccess: ({ id }) => navigate(`/demos/${id}`),
  });
  return (
    <div className="section stack">
      <p className="quiet">Every worker is busy. The film itself waits for its turn, also when you leave.</p>
      <div>
        <Button variant="default" loading={order.isPending} onClick={() => order.mutate()}>
          Film it without a storyboard
        </Button>
      </div>
      {order.isError && <FaultNote error={order.error} />}
    </div>
  );
}
