import type { ElementHandle } from 'puppeteer-core';
import type { Identity } from '../../contract/identity.ts';
import type { Rect } from '../../contract/take-frame.ts';

/** The element that a step acts on, and how it was found. */
export interface Found {
  element: ElementHandle<Element>;
  /** The selector that found it, as the recording log shows it. */
  selector: string;
  /** It was not found by the first selector, or not as its only match: the page has changed since the script was made. */
  healed: boolean;
  /** Which of the step's selectors found it; null where none did. */
  selectorIndex: number | null;
  /** In CSS px of the viewport. */
  box: Rect;
  /** New selectors for it, where none of the step's selectors found it. */
  newSelectors?: string[];
  /** How similar it is to the element that was filmed last, 0 to 1. */
  similarity?: number;
  /** The path to its frame, where that is not the path in the script. */
  newFramePath?: number[];
  /** For the recording log: how it was found, where none of the step's selectors found it. */
  message?: string;
  /** What it was like before the step did anything to it. */
  identity?: Identity;
}

/** Why there is no element to act on. Where several elements fit equally well, `candidates` describes them. */
export interface Lost {
  lost: 'missing' | 'ambiguous';
  candidates: string[];
}

export const isFound = (result: Found | Lost): result is Found => 'element' in result;
