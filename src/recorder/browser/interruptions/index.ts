/**
 * Interruptions: what covers a page before it is filmed. Consent banners are refused, newsletter pop-ups are closed, and chat
 * bubbles are hidden. `settle-page.ts` comes in. It reads and clicks in the tab's page, off camera, and touches nothing else.
 */
export { watchForConsent } from './consent.ts';
export { closePopups } from './popups.ts';
