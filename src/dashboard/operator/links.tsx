import { Link } from 'react-router';
import styles from './operator.module.css';

/** To an account's page, under its address or id. */
export const AccountLink = ({ userId, children }: { userId: string; children?: string | null }) => (
  <Link to={`/operator/accounts/${userId}`} className={children ? undefined : styles.id}>
    {children ?? userId}
  </Link>
);

/** To the events of a stream. */
export const StreamLink = ({ stream }: { stream: string }) => (
  <Link to={`/operator/log?stream=${encodeURIComponent(stream)}`} className={styles.id}>
    {stream}
  </Link>
);

/** Who caused an event. Users have a page; an operator is a user after `admin:`. */
export function Actor({ actor }: { actor: string }) {
  const userId = /^(?:admin:)?(user_\w+)$/.exec(actor)?.[1];
  if (!userId) return <span className={styles.id}>{actor}</span>;
  return (
    <Link to={`/operator/accounts/${userId}`} className={styles.id}>
      {actor}
    </Link>
  );
}
