import type { Selectors, StepNote } from '../recorder/contract/script.ts';
import type { Scene } from './plan.ts';

/** An element as a script names it, found again by any of its selectors. */
export interface Target {
  selectors: Selectors;
  note: StepNote;
  /** The way to the document it is in, where that is not the page's own: which frame, and of that which. */
  frame?: number[];
}

/** The smallest thing that a shot is made of. */
export type ShotAction =
  /** A glance can be done without: one sees where one has arrived before the camera goes on. */
  | { do: 'hold'; weight: number; minMs?: number; target?: Target; isGlance?: true }
  | { do: 'wide' }
  | { do: 'zoom'; target: Target; zoom: number }
  | { do: 'glide'; target?: Target; to?: 'top' | 'bottom' }
  | { do: 'press'; target: Target; offset: { x: number; y: number }; leavesPage: boolean; glides?: true }
  | { do: 'change'; target: Target; value: string }
  | { do: 'hover'; target: Target }
  | { do: 'key'; key: 'Enter' | 'Escape' }
  | { do: 'caption'; text: string };

/** One scene of the plan with what it takes to film it. */
export interface Shot {
  scene: Scene;
  beats: ShotAction[];
  /** Shots of low value go first when time is short; those asked for in so many words are worth 100 and more. */
  value: number;
  /** Only points at something that must not be pressed: nothing hangs on it. */
  isAside?: true;
  intent: string;
}
