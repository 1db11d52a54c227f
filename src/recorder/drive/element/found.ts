import type { ElementHandle } from 'puppeteer-core';
import type { Identity } from '../../contract/identity.ts';
import type { Rect } from '../../contract/take-frame.ts';

/** An element that a step acts on, and how it was found. */
export interface Found {
  element: ElementHandle<Element>;
  /** The selector that found it, as the recording log shows it. */
  selector: string;
  /** Not the first selector, or not the only match: the page has changed since the script was made. */
  healed: boolean;
  /** Index in the step's selectors; null where none of them found it. */
  winner: number | null;
  /** In CSS px of the viewport. */
  box: Rect;
  /** New selectors, where none of the old ones found it. */
  anew?: string[];
  /** 0 to 1: how like it is to what was filmed last. */
  likeness?: number;
  /** The way to its frame, where that is another than the script says. */
  frame?: number[];
  /** How it was found, where that was not by a selector of its own. */
  message?: string;
  /** What it was like before anything was done to it. */
  identity?: Identity;
}

/** Why there is nothing to act on; `candidates` are those between which nothing decides. */
export interface Lost {
  lost: 'missing' | 'ambiguous';
  candidates: string[];
}

export const isFound = (result: Found | Lost): result is Found => 'element' in result;
