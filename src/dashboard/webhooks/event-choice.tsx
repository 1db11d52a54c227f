import { eventTypes, eventWords } from './events.ts';
import styles from './webhooks.module.css';

/** Which events an endpoint is told of. */
export const EventChoice = (props: { chosen: readonly string[] | null; error?: string | undefined }) => (
  <fieldset className={styles.events}>
    <legend>Events</legend>
    {eventTypes.map((type) => (
      <label key={type}>
        <input type="checkbox" name={type} defaultChecked={props.chosen?.includes(type) ?? true} />
        <span>
          {eventWords[type]}
          <code className="mono quiet small">{type}</code>
        </span>
      </label>
    ))}
    {props.error && (
      <p className={styles.fault} role="alert">
        {props.error}
      </p>
    )}
  </fieldset>
);
