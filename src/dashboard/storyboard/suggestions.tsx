import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { type Wish, wishPath } from '../home/wish.ts';
import styles from './storyboard.module.css';

/** Sentences that this page fulfils, one press each. */
export function Suggestions({ wish, sentences }: { wish: Wish; sentences: string[] }) {
  const others = sentences.filter((one) => one !== wish.prompt);
  if (others.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      <span className="quiet small">Or try:</span>
      {others.map((prompt) => (
        <Button
          key={prompt}
          component={Link}
          to={wishPath({ ...wish, prompt })}
          title={prompt}
          variant="default"
          size="xs"
          radius="xl"
          classNames={{ label: styles.sentence }}
        >
          {prompt}
        </Button>
      ))}
    </div>
  );
}
