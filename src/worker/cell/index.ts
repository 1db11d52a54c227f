/**
 * A cell is the process that makes one film or one preview: it plans, drives, composes and encodes, knows what that one job needs and
 * nothing more, and ends with the job. So its memory is free again, a crash in it ends one job, and a page that takes it over finds no key
 * of the service, no connection to the database and no file of another job. Only `start` comes in.
 *
 * - `film-in-cell`, `preview-in-cell`: the service's side. `child`: the program of the process, with `film-order` and `model-requests`.
 * - `cells`, `process`, `own-user`: starting and ending the processes, and who they run as.
 * - `confine`, `cgroup`: limits that the kernel keeps.
 * - `channel`, `frames`, `messages`, `faults`: how both talk. What comes from a cell is checked, since it runs strangers' pages.
 * - `take-files`: what the service takes out of a cell's folder.
 */
export { startCells } from './cells.ts';
export { openConfinement } from './confine.ts';
export { filmInCell } from './film-in-cell.ts';
export { previewInCell } from './preview-in-cell.ts';
