import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { KeptBoard } from './storage.ts';
import styles from './storyboard.module.css';
import type { Addition } from './use-board.ts';

const mostOffered = 4;

/** The last card of the strip: a further scene in words, or one press for a part of the page that no scene shows yet. */
export function AddScene({ board, onAdd }: { board: KeptBoard; onAdd: (addition: Addition) => void }) {
  const { scenes, page } = board;
  const last = scenes.length - 1;
  const [after, setAfter] = useState(last);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const prompt = String(new FormData(event.currentTarget).get('then')).trim();
    if (prompt !== '') onAdd({ prompt, after });
  };
  const isShown = (name: string) => scenes.some(({ words }) => words.includes(name));
  const left = [...new Set(page?.sections.map(({ name }) => name) ?? [])].filter((name) => !isShown(name));
  return (
    <li className={`${styles.scene} ${styles.add}`}>
      <form className="stack" onSubmit={submit}>
        <TextInput
          name="then"
          label="Then…"
          placeholder="show the pricing"
          maxLength={500}
          required
          withAsterisk={false}
        />
        <div className={styles.addWhere}>
          <NativeSelect
            aria-label="Where the scene goes"
            value={Math.min(after, last)}
            onChange={({ currentTarget }) => setAfter(Number(currentTarget.value))}
            data={[-1, ...scenes.keys()].map((place) => ({
              value: String(place),
              label:
                place < 0 ? 'at the beginning' : place === last ? 'at the end' : `after scene ${place + 1}`,
            }))}
          />
          <Button type="submit" variant="default">
            Add a scene
          </Button>
        </div>
      </form>
      {left.length > 0 && (
        <div className={styles.suggestions}>
          <span className="quiet small">Not shown yet:</span>
          {left.slice(0, mostOffered).map((name) => (
            <Button
              key={name}
              size="xs"
              radius="xl"
              variant="default"
              title={`Show “${name}”`}
              aria-label={`Add a scene that shows ${name}`}
              classNames={{ label: styles.sentence }}
              onClick={() => onAdd({ prompt: `show “${name.replaceAll(/[“”]/g, '')}”`, after })}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
