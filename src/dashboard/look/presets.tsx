import { useEffect, useState } from 'react';
import type { Draft } from './draft.ts';
import { isSame } from './draft.ts';
import styles from './look.module.css';
import { StillPicture } from './still.tsx';
import { useStills } from './use-stills.ts';

type Preset = Partial<Pick<Draft, 'background' | 'mockup' | 'padding'>> & {
  clickColor?: string;
  fade?: Draft['fade']['color'];
};

const presets: Record<string, Preset> = {
  Midnight: { background: 'midnight', mockup: 'macos-light', padding: 0.08 },
  Paper: { background: '#e8eaf1', mockup: 'minimal', padding: 0.1, fade: 'white' },
  Sunset: { background: 'sunset', mockup: 'macos-dark', padding: 0.08, clickColor: '#f4587a' },
  Aurora: { background: 'aurora', mockup: 'macos-dark', padding: 0.06, clickColor: '#2dd4bf' },
  Bare: { background: '#22242b', mockup: 'none', padding: 0 },
};

/** Whole looks, each shown by the beginning of this very video. */
export function Presets(props: {
  id: string;
  draft: Draft;
  shown: Draft;
  colors: readonly string[];
  /** While something else is composed, no preset is. */
  isBusy: boolean;
  onChange: (draft: Draft) => void;
}) {
  const { colors, shown, isBusy } = props;
  // One after the other, so that a change waits for one of them at most.
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set());
  const [strongest] = colors;
  const own: Preset = { background: 'brand', mockup: 'page', padding: 0.08 };
  const named: Record<string, Preset> = {
    'Your colours': { ...own, ...(strongest && { clickColor: strongest }) },
    ...presets,
  };
  return (
    <section aria-label="Presets">
      <ul className={`plain ${styles.presets}`}>
        {Object.entries(named).map(([name, preset], at, all) => (
          <PresetCard
            key={name}
            {...props}
            name={name}
            look={{ ...lookOf(preset, shown), aspect: props.draft.aspect }}
            isNext={!isBusy && all.slice(0, at).every(([before]) => drawn.has(before))}
            onDrawn={() => setDrawn((now) => new Set(now).add(name))}
          />
        ))}
      </ul>
    </section>
  );
}

/** Camera, cursor and times stay as they are: they belong to what is shown and not to the style. */
const lookOf = ({ clickColor, fade, ...preset }: Preset, shown: Draft): Draft => ({
  ...shown,
  ...preset,
  ...(clickColor && { clickEffect: { ...shown.clickEffect, color: clickColor } }),
  fade: { ...shown.fade, color: fade ?? 'black' },
});

function PresetCard(props: {
  id: string;
  draft: Draft;
  name: string;
  look: Draft;
  isNext: boolean;
  onDrawn: () => void;
  onChange: (draft: Draft) => void;
}) {
  const { id, draft, name, look, isNext, onDrawn, onChange } = props;
  const stills = useStills(id, { draft: look, moments: ['beginning'], width: 320 }, isNext);
  const isDrawn = stills.isFetched;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once.
  useEffect(() => {
    if (isDrawn) onDrawn();
  }, [isDrawn]);
  return (
    <li>
      <button type="button" aria-pressed={isSame(look, draft)} onClick={() => onChange(look)}>
        <StillPicture picture={stills.data?.stills[0]?.picture} label={null} />
        <span>{name}</span>
      </button>
    </li>
  );
}
