import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { DemoDetail } from '../parts/demo-state.ts';
import { formatNumber } from '../parts/format.ts';
import { ChangeList } from './changes.tsx';
import { changesBetween, type SeenVersion, seenVersions } from './compare.ts';
import styles from './demo.module.css';

/** The page as two versions saw it, side by side, with what changed between them. */
export function Comparison({ history }: { history: DemoDetail['refreshHistory'] }) {
  const versions = seenVersions(history);
  const [chosen, setChosen] = useState<{ from: number; to: number } | null>(null);
  if (versions.length < 2) return null;
  const [from, to] = [
    versions.find(({ version }) => version === chosen?.from) ?? versions.at(-2)!,
    versions.find(({ version }) => version === chosen?.to) ?? versions.at(-1)!,
  ];
  const ends = { from: from.version, to: to.version };
  const choose = (next: Partial<typeof ends>) => setChosen({ ...ends, ...next });
  const changes = changesBetween(history, ends.from, ends.to);
  return (
    <section className="card stack" aria-label="Versions side by side">
      <div className={styles.pair}>
        <Side
          label="Before"
          seen={from}
          choices={versions.filter(({ version }) => version < ends.to)}
          onChoose={(version) => choose({ from: version })}
        />
        <Side
          label="After"
          seen={to}
          choices={versions.filter(({ version }) => version > ends.from)}
          onChoose={(version) => choose({ to: version })}
        />
      </div>
      {changes === null ? (
        <p className="quiet small">What changed on the page between these versions is not known.</p>
      ) : (
        <ChangeList changes={changes} />
      )}
    </section>
  );
}

interface SideProps {
  label: string;
  seen: SeenVersion;
  choices: SeenVersion[];
  onChoose: (version: number) => void;
}

function Side({ label, seen, choices, onChoose }: SideProps) {
  const [goneUrl, setGoneUrl] = useState<string | null>(null);
  return (
    <figure className={styles.picture}>
      <NativeSelect
        label={label}
        value={seen.version}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        data={choices.map(({ version }) => ({
          value: String(version),
          label: `Version ${formatNumber(version)}`,
        }))}
        mb="xs"
      />
      {goneUrl === seen.url ? (
        <p className="quiet small">The picture of this version is not kept any more.</p>
      ) : (
        <a href={seen.url} aria-label={`The page of version ${seen.version} in full size`}>
          <img
            src={seen.url}
            alt={`The page as version ${seen.version} saw it`}
            loading="lazy"
            onError={() => setGoneUrl(seen.url)}
          />
        </a>
      )}
    </figure>
  );
}
