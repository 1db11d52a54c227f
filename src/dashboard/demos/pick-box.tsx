import { memo } from 'react';
import styles from '../parts/demo-grid.module.css';
import { type DemoGlimpse, titleOf } from '../parts/demo-state.ts';

interface PickBoxProps {
  demo: DemoGlimpse;
  isPicked: boolean;
  /** Whether it is shown without being pointed at. */
  isOpen: boolean;
  pick: (id: string, isPicked: boolean, isRange: boolean) => void;
}

/** Picks a demo; with Shift, all from the one that was picked last. */
export const PickBox = memo(({ demo, isPicked, isOpen, pick }: PickBoxProps) => (
  <span className={styles.pick} data-open={isOpen}>
    <input
      type="checkbox"
      checked={isPicked}
      aria-label={`Pick ${titleOf(demo)}`}
      onChange={({ currentTarget, nativeEvent }) =>
        pick(demo.id, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey === true)
      }
    />
  </span>
));
