/**
 * Mail: what is written to people, and the way to the mail server. The worker's tasks import it. It knows neither accounts nor
 * the queue.
 */
export type { Letter } from './letters.ts';
export { passwordChangedLetter, resetLetter, verifyLetter, webhookOffLetter } from './letters.ts';
export { type Mailer, openMailer, RefusedRecipient } from './mailer.ts';
