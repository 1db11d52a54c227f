import type { Change } from './compare.ts';
import styles from './demo.module.css';

const kinds: Record<Change['change'], string> = {
  added: 'New',
  gone: 'Gone',
  reworded: 'Reworded',
  looks: 'Looks different',
};

/** What changed on the page, a line each, with the old words and the new ones. */
export const ChangeList = ({ changes }: { changes: readonly Change[] }) => (
  <ul className={`plain small ${styles.deeds}`}>
    {changes.map((one) => (
      <li key={JSON.stringify(one)}>
        <strong>{kinds[one.change]}:</strong> {one.section ?? 'the page'}
        {(one.before !== null || one.after !== null) && (
          <>
            {' · '}
            {one.before !== null && <del>{one.before}</del>}
            {one.before !== null && one.after !== null && ' → '}
            {one.after !== null && <ins>{one.after}</ins>}
          </>
        )}
      </li>
    ))}
  </ul>
);
