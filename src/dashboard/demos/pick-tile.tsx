import { memo } from 'react';
import styles from '../parts/demo-grid.module.css';
import { type DemoGlimpse, titleOf } from '../parts/demo-state.ts';
import { DemoTile } from '../parts/demo-tile.tsx';

interface PickTileProps {
  demo: DemoGlimpse;
  isPicked: boolean;
  pick: (id: string, isPicked: boolean, isRange: boolean) => void;
}

/** A demo with a box that picks it; with Shift, all from the one that was picked last. A pick draws its tile anew, and no other of 500. */
export const PickTile = memo(({ demo, isPicked, pick }: PickTileProps) => (
  <DemoTile demo={demo}>
    <span className={styles.pick}>
      <input
        type="checkbox"
        checked={isPicked}
        aria-label={`Pick ${titleOf(demo)}`}
        onChange={({ currentTarget, nativeEvent }) =>
          pick(demo.id, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey === true)
        }
      />
    </span>
  </DemoTile>
));
