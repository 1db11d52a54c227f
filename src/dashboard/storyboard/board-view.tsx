import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../data/api.ts';
import type { Wish } from '../home/wish.ts';
import { SoundControls } from '../look/sound.tsx';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatSeconds } from '../parts/format.ts';
import { ratioOf, withRatio } from '../parts/shapes.ts';
import { AddScene } from './add-scene.tsx';
import { type BoardScene, change, isEdited, isOther as isOtherFilm, move, stepsOf } from './board.ts';
import { SceneCard } from './scene-card.tsx';
import { type KeptBoard, keepScenes } from './storage.ts';
import styles from './storyboard.module.css';
import { type Addition, orderOf } from './use-board.ts';

export function Board(props: {
  wish: Wish;
  board: KeptBoard;
  onScenes: (scenes: BoardScene[]) => void;
  onSound: (sound: KeptBoard['sound']) => void;
  onShowAnew: () => void;
  onAdd: (addition: Addition) => void;
  onStartOver: () => void;
}) {
  const { wish, board, onScenes } = props;
  const { preview, scenes } = board;
  const order = useOrder(wish, board);
  const kept = scenes.filter(({ isOut }) => !isOut).length;
  const isOther = isOtherFilm(scenes);
  return (
    <div className="stack" style={withRatio(ratioOf(wish.shape))}>
      <div className="row between">
        <div>
          <h2>{preview.title}</h2>
          <p className={`quiet small num ${styles.sum}`}>
            {kept} {kept === 1 ? 'scene' : 'scenes'} · about {formatSeconds(durationOf(board))}
          </p>
        </div>
        <div className="row">
          {isOther && (
            <Button variant="default" onClick={props.onShowAnew} disabled={kept === 0}>
              Show the changes
            </Button>
          )}
          {(isEdited(preview, scenes) || board.isOwnScript) && (
            <Button variant="subtle" onClick={props.onStartOver}>
              Start over
            </Button>
          )}
          <Button size="md" onClick={() => order.mutate()} loading={order.isPending} disabled={kept === 0}>
            Film it
          </Button>
        </div>
      </div>
      {order.isError && <FaultNote error={order.error} />}
      {isOther && (
        <Alert color="warn">
          The stills show the scenes as they were. A scene that presses something may need the one before it:
          “Show the changes” tries it out.
        </Alert>
      )}
      <Remarks warnings={preview.warnings} />
      <ol className={`plain ${styles.strip}`} aria-label="Scenes">
        {scenes.map((scene, at) => (
          <SceneCard
            key={scene.index}
            scene={scene}
            shown={preview.scenes[scene.index]!}
            steps={stepsOf(preview, scene.index)}
            place={at}
            count={scenes.length}
            onChange={(news) => onScenes(change(scenes, at, news))}
            onMove={(from, to) => onScenes(move(scenes, from, to))}
          />
        ))}
        <AddScene key={scenes.length} board={board} onAdd={props.onAdd} />
      </ol>
      <p className="quiet small">
        The words of a scene name it in the chapters and in the recording log. They do not change what it
        shows.
      </p>
      <div className={styles.sound}>
        <SoundControls
          sound={board.sound ?? null}
          onChange={(sound) => props.onSound(sound ?? undefined)}
          hints={soundHints}
        />
      </div>
    </div>
  );
}

const soundHints = {
  sound: 'Sound is put under the finished film. A later restyle can change it.',
  voice: 'The pictures wait for the voice, so the film may become a little longer.',
};

/** The whole film's, or the sum of the scenes that are kept, each as long as it was set. */
const durationOf = ({ preview, scenes }: KeptBoard) =>
  isOtherFilm(scenes)
    ? scenes.reduce(
        (sum, { index, isOut, stayMs }) => sum + (isOut ? 0 : (stayMs ?? preview.scenes[index]!.durationMs)),
        0,
      )
    : preview.durationMs;

/** What the film will not do, or does besides what was asked for. */
function Remarks({ warnings }: { warnings: KeptBoard['preview']['warnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="warn" title="Good to know">
      <ul className={styles.remarks}>
        {warnings.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{message}</li>
        ))}
      </ul>
    </Alert>
  );
}

/** Orders the film, and goes to where it is made. */
function useOrder(wish: Wish, board: KeptBoard) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation(
    api.demos.create.mutationOptions({ trpc: { context: { idempotencyKey: board.orderKey } } }),
  );
  return useMutation({
    mutationKey: ['order'],
    mutationFn: () => mutateAsync(orderOf(wish, board)),
    onSuccess: ({ id }) => {
      const kept = board.scenes.filter(({ isOut }) => !isOut);
      keepScenes(
        id,
        kept.map(({ index, words }) => ({ words, stillUrl: board.preview.scenes[index]!.stillUrl })),
      );
      void queries.invalidateQueries({ queryKey: api.pathKey() });
      navigate(`/demos/${id}`);
    },
  });
}
