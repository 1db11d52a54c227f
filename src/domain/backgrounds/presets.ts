import { backdropCss, backdrops } from '../../recorder/contract/backdrops.ts';

export interface Preset {
  id: string;
  name: string;
  kind: 'color' | 'gradient';
  /** CSS, and what `presentation.background` takes; its id does too where it is a gradient. */
  value: string;
}

const plain = [
  { id: 'white', name: 'White', value: '#ffffff' },
  { id: 'mist', name: 'Mist', value: '#e8eaf1' },
  { id: 'charcoal', name: 'Charcoal', value: '#22242b' },
  { id: 'black', name: 'Black', value: '#000000' },
] as const;

/** The backgrounds that come with the product: the compositor's own backdrops, then a few plain colours. */
export const presets: readonly Preset[] = [
  ...backdrops.map((backdrop) => ({
    id: backdrop.id,
    name: backdrop.name,
    kind: 'gradient' as const,
    value: backdropCss(backdrop),
  })),
  ...plain.map((color) => ({ ...color, kind: 'color' as const })),
];
