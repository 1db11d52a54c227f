/**
 * The pages that people see, as functions from data to HTML. The API's page routes import this room. It knows no database
 * and no request. A page loads nothing from elsewhere, and its content policy allows only the style and script inside it.
 */
export { deviceCodePage, deviceConsentPage, deviceOutcomePage } from './device.ts';
export { embedPage } from './embed.ts';
export { embedFlags, embedThemes, readEmbedOptions } from './embed-options.ts';
export { escapeHtml } from './html.ts';
export { landingPage, sampleFolder } from './landing.ts';
export { missingPage } from './missing.ts';
export { favicon, type Page } from './page.ts';
export {
  badLinkPage,
  emailVerifiedPage,
  forgotPasswordPage,
  mailedPage,
  mailOffPage,
  newPasswordPage,
  passwordSetPage,
  refusedPage,
  verifyEmailPage,
} from './recovery.ts';
export { runtimePage } from './runtime.ts';
export { type Said, securityPage } from './security.ts';
export { sharePage } from './share.ts';
export {
  embedCode,
  frameWithin,
  pathsOf,
  type ShownDemo,
  type Size,
  titleOf,
  usualFrame,
} from './shown-demo.ts';
export { signedInPage, signInPage } from './sign-in.ts';
