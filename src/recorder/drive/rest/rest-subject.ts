import type { ElementHandle } from 'puppeteer-core';
import type { Step } from '../../contract/script.ts';
import type { StepContext } from '../act/step-context.ts';
import type { Found } from '../element/found.ts';
import type { FrameEmitter } from '../frame-emitter.ts';
import type { SeenWords } from './changed-lines.ts';

/** What the rest shows. */
export interface RestSubject {
  /** What the film has come to. */
  element?: ElementHandle<Element> | null | undefined;
  /** What the page said before the deed that the rest follows. The camera may come close to what is new. */
  before?: SeenWords | null | undefined;
  /** A cursor may move over the page: nothing is open that stays open only while the cursor is on it. */
  mayPoint?: boolean;
}

/** What the rests of a film are about, as far as it is shot. */
export interface FilmSubject {
  shown?: RestSubject;
  /** What the page said before the last deed, until the film goes elsewhere. */
  before?: SeenWords | null;
  /** A step has hovered over something, which stays open only while the cursor is there. */
  hoversOpen?: boolean;
}

/** Steps that do something to the page. */
export const changesPage = new Set<Step['type']>(['click', 'doubleClick', 'change', 'keyDown']);

const movesPage = (step: Step) =>
  step.type === 'scroll' || (step.type === 'customStep' && step.name === 'showreel.scroll');

/** The film comes to something, and does nothing to it. */
const comesTo = (step: Step) =>
  movesPage(step) || (step.type === 'customStep' && step.name === 'showreel.camera');

/** What the rest after a step is about: what the step found, or what the last step that found something did. */
export function subjectAfter(step: Step, found: Found | undefined, film: FilmSubject): RestSubject {
  if (step.type === 'hover') film.hoversOpen = true;
  else if (movesPage(step) || step.type === 'navigate') film.hoversOpen = false;
  if (found || step.type === 'navigate')
    film.shown = { element: found?.element ?? null, mayPoint: comesTo(step) };
  return { ...film.shown, mayPoint: film.shown?.mayPoint === true && film.hoversOpen !== true };
}

/** Whether the camera may come close to a result. A script with camera steps says where it goes, and nothing after its last step. */
export const showsResult = (emitter: FrameEmitter, { autoZoom, ahead }: StepContext): boolean =>
  autoZoom || (emitter.hasCameraSteps && ahead.length === 0);
