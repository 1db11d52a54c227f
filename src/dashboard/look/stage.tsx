import { Button, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatSeconds } from '../parts/format.ts';
import { ratioOf, type Shape, withRatio } from '../parts/shapes.ts';
import type { Draft } from './draft.ts';
import styles from './look.module.css';
import { StillPicture } from './still.tsx';
import { type Moment, type Still, useLiveStills, useStills } from './use-stills.ts';

/** The three that are always there, and three that show what else can be changed. */
const moments = {
  beginning: 'Beginning',
  close_up: 'Close-up',
  end: 'End',
  opening: 'Fade in',
  click: 'Click',
  closing: 'Fade out',
} as const;
const always = ['beginning', 'close_up', 'end'] as const;
/** Their small pictures come when nothing has been changed for a moment, so that no change waits for them. */
const others = ['opening', 'click', 'closing'] as const;
const restMs = 500;
const width = 1280;

const momentsWith = (moment: Moment): Moment[] => [...new Set<Moment>([...always, moment])];

/** The stills of the look that is being changed. */
export const useLiveLook = (id: string, draft: Draft, moment: Moment) =>
  useLiveStills(id, { draft, moments: momentsWith(moment), width });

/** The still of the moment that is looked at, large, and beside it those of the others. */
export function Stage(props: {
  id: string;
  live: ReturnType<typeof useLiveLook>;
  draft: Draft;
  shown: Draft;
  moment: Moment;
  onMoment: (moment: Moment) => void;
}) {
  const { id, live, draft, shown, moment } = props;
  const [isCompared, setCompared] = useState(false);
  const before = useStills(id, { draft: shown, moments: momentsWith(moment), width }, isCompared);
  const rest = useStills(id, { draft, moments: [...others], width: 320 }, useRest(live.isBehind));
  const stills = live.data?.stills ?? [];
  const still = stills.find((one) => one.moment === moment) ?? stills[0];
  if (live.isError) return <FaultNote error={live.error} retry={() => live.refetch()} />;
  if (!still) return <Skeleton className="stage" radius="lg" />;
  const old = before.data?.stills.find((one) => one.moment === moment);
  return (
    <div className="stack">
      <Compared
        still={still}
        old={isCompared ? old : undefined}
        shape={draft.aspect}
        isBehind={live.isBehind}
      />
      <div className="row between">
        <p className="quiet small num plain" aria-live="polite">
          {formatSeconds(still.timeMs)} of {formatSeconds(live.data!.durationMs)}
        </p>
        <Button
          size="xs"
          variant={isCompared ? 'filled' : 'default'}
          aria-pressed={isCompared}
          onClick={() => setCompared(!isCompared)}
        >
          Compare with now
        </Button>
      </div>
      <Moments stills={[...stills, ...(rest.data?.stills ?? [])]} moment={moment} onMoment={props.onMoment} />
      {live.data?.warnings.map(({ code }) => (
        <p key={code} className="quiet small plain">
          {code === 'softer_text'
            ? 'The page is shown larger than it was recorded, so its text is a little soft. “Film it again” makes it sharp.'
            : null}
        </p>
      ))}
    </div>
  );
}

function useRest(isBehind: boolean): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    setAtRest(false);
    if (isBehind) return;
    const timer = setTimeout(() => setAtRest(true), restMs);
    return () => clearTimeout(timer);
  }, [isBehind]);
  return isAtRest;
}

/** The new look over the old one, up to where the slider stands. */
function Compared(props: { still: Still; old: Still | undefined; shape: Shape; isBehind: boolean }) {
  const { still, old, shape, isBehind } = props;
  const [share, setShare] = useState(50);
  return (
    <div className={styles.stage} data-behind={isBehind} style={withRatio(ratioOf(shape))}>
      <StillPicture picture={still.picture} label={`${nameOf(still.moment)}, in the new look`} />
      {old && (
        <>
          <div className={styles.old} style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}>
            <StillPicture picture={old.picture} label={`${nameOf(old.moment)}, as it is now`} />
          </div>
          <div className={styles.edge} style={{ left: `${share}%` }} aria-hidden="true" />
          <input
            className={styles.wipe}
            type="range"
            min={0}
            max={100}
            value={share}
            aria-label="How much of the old look is shown"
            onChange={({ currentTarget }) => setShare(currentTarget.valueAsNumber)}
          />
          <span className={styles.left}>Now</span>
          <span className={styles.right}>New</span>
        </>
      )}
    </div>
  );
}

function Moments(props: { stills: readonly Still[]; moment: Moment; onMoment: (moment: Moment) => void }) {
  return (
    <ul className={`plain ${styles.moments}`} aria-label="Moments of the video">
      {(Object.keys(moments) as (keyof typeof moments)[]).map((name) => {
        const still = props.stills.find((one) => one.moment === name);
        return (
          <li key={name}>
            <button type="button" aria-pressed={props.moment === name} onClick={() => props.onMoment(name)}>
              {still && <StillPicture picture={still.picture} label={null} />}
              <span>{moments[name]}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const nameOf = (moment: Moment) =>
  typeof moment === 'number' ? formatSeconds(moment) : moments[moment as keyof typeof moments];
