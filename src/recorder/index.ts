/**
 * The recorder: a page and a script become a video. A library of its own, which the worker and the CLI use alike.
 * It may import `errors`, `clock`, `ids` and `log`, and nothing else of ours.
 */

export { RecordingFault } from './fault.ts';
export { longestFilmMs } from './length.ts';
export type { AutoSelection, Presentation, TemplateId } from './presentation.ts';
export { resolvePresentation, templateIds } from './presentation.ts';
export type { ActionScript, Selectors, Step, StepNote } from './script.ts';
export { actionScriptSchema } from './script.ts';
export type { Output, StepLog, ViewportName } from './take.ts';
export { viewports } from './take.ts';
