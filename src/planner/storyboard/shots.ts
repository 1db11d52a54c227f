import type { Selectors, StepNote } from '../../recorder/contract/script.ts';
import type { Scene } from '../plan.ts';

/** An element as a script names it. Any one of its selectors finds it again. */
export interface Target {
  selectors: Selectors;
  note: StepNote;
  /**
   * The path to the frame that the element is in, where that is not the page's own document: the index of a frame, then that of
   * a frame within it, and so on.
   */
  frame?: number[];
}

/** The smallest unit of a shot. */
export type ShotAction =
  /** A glance shows where the film has arrived before the camera goes on. It can be left out when time is short. */
  | { do: 'hold'; weight: number; minMs?: number; target?: Target; isGlance?: true }
  | { do: 'wide' }
  | { do: 'zoom'; target: Target; zoom: number }
  | { do: 'glide'; target?: Target; to?: 'top' | 'bottom' }
  | {
      do: 'press';
      target: Target;
      offset: { x: number; y: number };
      leavesPage: boolean;
      glides?: true;
      how?: 'double-press' | 'menu-press';
    }
  | { do: 'change'; target: Target; value: string }
  | { do: 'hover'; target: Target }
  | { do: 'key'; key: 'Enter' | 'Escape' | 'Tab' }
  | { do: 'caption'; text: string };

/** One scene of the plan, with the actions that film it. */
export interface Shot {
  scene: Scene;
  actions: ShotAction[];
  /** When time is short, shots of low value are dropped first. Shots that the prompt asks for by name have 100 or more. */
  value: number;
  /** The shot only points at something that must not be pressed. No later shot depends on it, so `trim` may drop it. */
  isAside?: true;
  intent: string;
}
