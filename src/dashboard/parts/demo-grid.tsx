import type { ReactNode } from 'react';
import { useRemovals } from '../data/kept-removals.ts';
import styles from './demo-grid.module.css';
import type { DemoGlimpse } from './demo-state.ts';
import { DemoTile } from './demo-tile.tsx';

export const DemoGrid = ({ demos }: { demos: DemoGlimpse[] }) => (
  <Grid>
    {demos.map((demo) => (
      <DemoTile key={demo.id} demo={demo} />
    ))}
  </Grid>
);

export const Grid = (props: { arePicksShown?: boolean; children: ReactNode }) => (
  <ul className={`plain ${styles.grid}`} data-picks={props.arePicksShown}>
    {props.children}
  </ul>
);

/** Without the demos that are about to be deleted, by themselves or with their project. */
export function useKept(demos: DemoGlimpse[]): DemoGlimpse[] {
  const removals = useRemovals();
  if (removals.length === 0) return demos;
  const gone = new Set(removals.flatMap(({ ids }) => ids));
  return demos.filter((demo) => !gone.has(demo.id) && !gone.has(demo.project_id));
}
