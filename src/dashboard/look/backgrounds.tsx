import { useQuery } from '@tanstack/react-query';
import { api } from '../data/api.ts';
import type { Draft } from './draft.ts';
import { Color, Group, Range } from './fields.tsx';
import styles from './look.module.css';
import { ownBackgrounds } from './own-colors.ts';
import { Upload } from './upload.tsx';

type Background = Draft['background'];

/** What stands behind the window: of the catalogue, made of the page's own colours, uploaded, or two colours of one's own. */
export function Backgrounds(props: {
  background: Background;
  /** The page's own. */
  colors: readonly string[];
  /** The stage of the page's own colours, as a CSS background; null until it is known. */
  brand: string | null;
  onChange: (background: Background) => void;
}) {
  const { background, colors, brand, onChange } = props;
  const catalogue = useQuery({ ...api.backgrounds.list.queryOptions(), staleTime: 60_000 });
  const all = catalogue.data?.backgrounds ?? [];
  const pictures = all.filter(({ kind }) => kind === 'image');
  const presets = all.filter(({ kind }) => kind !== 'image');
  const gradient = typeof background === 'object' && 'from' in background ? background : null;
  return (
    <Group title="Background">
      {brand !== null && (
        <Swatches label="The page’s own colours">
          <Swatch
            name="Made of the page’s colours"
            isChosen={background === 'brand'}
            onClick={() => onChange('brand')}
          >
            <span className={styles.brand} style={{ background: brand }} />
          </Swatch>
          {ownBackgrounds(colors).map(({ name, background: own, css }) => (
            <Swatch key={name} name={name} isChosen={isSame(own, background)} onClick={() => onChange(own)}>
              <svg viewBox="0 0 16 9" preserveAspectRatio="none" aria-hidden="true">
                <defs>
                  <linearGradient id={`own-${css.from.slice(1)}-${css.to.slice(1)}`} x2="1" y2="1">
                    <stop stopColor={css.from} />
                    <stop offset="1" stopColor={css.to} />
                  </linearGradient>
                </defs>
                <rect width="16" height="9" fill={`url(#own-${css.from.slice(1)}-${css.to.slice(1)})`} />
              </svg>
            </Swatch>
          ))}
        </Swatches>
      )}
      <Swatches label="Catalogue">
        {presets.map(({ id, name, value, previewUrl }) => (
          <Swatch
            key={id}
            name={name}
            isChosen={background === value || background === id}
            onClick={() => onChange(value)}
          >
            <img src={new URL(previewUrl).pathname} alt="" loading="lazy" />
          </Swatch>
        ))}
      </Swatches>
      {pictures.length > 0 && (
        <Swatches label="Your pictures">
          {pictures.map(({ id, name, value, previewUrl }) => (
            <Swatch
              key={id}
              name={name}
              isChosen={isSame({ imageUrl: value }, background)}
              onClick={() => onChange({ imageUrl: value })}
            >
              <img src={new URL(previewUrl).pathname} alt="" loading="lazy" />
            </Swatch>
          ))}
        </Swatches>
      )}
      <Upload onUploaded={(imageUrl) => onChange({ imageUrl })} />
      <TwoColors
        gradient={gradient ?? { from: colors[0] ?? '#1b1f3b', to: colors[1] ?? '#53389e', angle: 135 }}
        onChange={onChange}
      />
    </Group>
  );
}

function TwoColors(props: {
  gradient: { from: string; to: string; angle?: number | undefined };
  onChange: (background: Background) => void;
}) {
  const { gradient, onChange } = props;
  const angle = gradient.angle ?? 135;
  return (
    <>
      <div className="row">
        <Color
          label="From"
          value={gradient.from}
          onChange={(from) => onChange({ ...gradient, from, angle })}
        />
        <Color label="To" value={gradient.to} onChange={(to) => onChange({ ...gradient, to, angle })} />
      </div>
      <Range
        label="Direction"
        value={angle}
        {...{ min: 0, max: 360, step: 5 }}
        words={`${angle}°`}
        onChange={(value) => onChange({ ...gradient, angle: value })}
      />
    </>
  );
}

const Swatches = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className={styles.field}>
    <span>{label}</span>
    <ul className={`plain ${styles.swatches}`} aria-label={label}>
      {children}
    </ul>
  </div>
);

const Swatch = (props: {
  name: string;
  isChosen: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) => (
  <li>
    <button
      type="button"
      title={props.name}
      aria-label={props.name}
      aria-pressed={props.isChosen}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  </li>
);

const isSame = (one: Background, other: Background) => JSON.stringify(one) === JSON.stringify(other);
