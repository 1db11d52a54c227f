import type { ReactNode } from 'react';
import styles from './figures.module.css';

export interface Figure {
  name: string;
  /** In place of the name, such as a link with it. */
  label?: ReactNode;
  value: ReactNode;
}

/** A few figures that say how an account stands, a card each. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ name, label, value }) => (
      <div key={name} className="card">
        <dt>{label ?? name}</dt>
        <dd className="num">{value}</dd>
      </div>
    ))}
  </dl>
);
