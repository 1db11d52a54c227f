/**
 * The recorder: a page and a script become a video. A library of its own, which the worker and the CLI use alike.
 * It may import `errors`, `clock`, `ids` and `log`, and nothing else of ours.
 */

export { RecordingFault } from './contract/fault.ts';
export { longestFilmMs } from './contract/length.ts';
export type { AutoSelection, Presentation, TemplateId } from './contract/presentation.ts';
export { resolvePresentation, templateIds } from './contract/presentation.ts';
export type { ActionScript, Selectors, Step, StepNote } from './contract/script.ts';
export { actionScriptSchema } from './contract/script.ts';
export type { Output, StepLog, ViewportName } from './contract/take-frame.ts';
export { viewports } from './contract/take-frame.ts';
