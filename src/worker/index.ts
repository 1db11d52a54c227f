/**
 * The worker: takes jobs from the queue, makes films of them and says what became of them. It may use the domain's use-cases, the
 * recorder, the planner and the media storage. Only `start` comes in, through this file.
 *
 * - `queue/`: which jobs a worker takes, and what happens when it dies.
 * - `demo/`: the job that makes one version of a demo, and the one that previews it.
 * - `film/`: a page and a plan become the files of a film.
 * - `cell/`: the process in which a film is made.
 * - `stills/`: stills of takes for whoever changes the look of a film; the API starts it.
 * - `webhooks/`: tells the endpoints of users what has happened.
 * - `chores/`: the jobs beside it, such as nightly exports and the removal of files.
 */

export { filmInCell, openConfinement, previewInCell, startCells } from './cell/index.ts';
export { clearPreviews } from './chores/clear-previews.ts';
export { clearTakes } from './chores/clear-takes.ts';
export { clearTestDemos } from './chores/clear-test-demos.ts';
export { clearUploads } from './chores/clear-uploads.ts';
export { deleteAccounts } from './chores/delete-accounts.ts';
export { examineIsolation, examineMachine } from './chores/examine-isolation.ts';
export { exportChainHeads } from './chores/export-heads.ts';
export { illustrate } from './chores/illustrate.ts';
export { paymentTasks } from './chores/payment-tasks.ts';
export { pictureMoment } from './chores/picture-moment.ts';
export { removeMedia } from './chores/remove-media.ts';
export { scheduledRefreshes } from './chores/scheduled-refreshes.ts';
export { startSealing } from './chores/seal-log.ts';
export { mailTasks } from './chores/send-mail.ts';
export type { FilmObserver } from './demo/film-observer.ts';
export { generate } from './demo/generate.ts';
export { preview } from './demo/preview.ts';
export { withTestMode } from './demo/test-mode.ts';
export { readOwnPicture } from './film/pictures/own-picture.ts';
export { withSound } from './film/with-sound.ts';
export type { JobObserver } from './queue/observer.ts';
export { startWorker, type Worker, type WorkerSettings } from './queue/worker.ts';
export { type RunningStudio, startStudio } from './stills/index.ts';
export { openWebhookSender } from './webhooks/index.ts';
