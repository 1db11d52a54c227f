import { shorten } from '../text.ts';
import type { Finding } from './findings.ts';
import type { PageFacts } from './page-facts.ts';
import { brokenPage, closedPage, consent, missingPage, signIn, signUp, statusAlone } from './page-words.ts';

/** What the owner of the film wants to see, as far as it excuses a page that would otherwise be a fault. */
export interface Expected {
  /** The address that was to be filmed. */
  address: string;
  prompt: string;
  /** Whether the project's login was used. */
  hasSignedIn?: boolean;
}

/** Why a page is not worth a film. `mayPass`: it may be another page when it is opened again. */
export interface Verdict {
  kind: 'error_page' | 'sign_in_page';
  message: string;
  mayPass: boolean;
}

/**
 * Judges the page with which a film would begin. It errs on the side of filming: a page must say that it is an error or ask to sign in, large,
 * and have hardly anything else.
 */
export function judgeOpening(facts: PageFacts, expected: Expected): Verdict | null {
  const error = errorOf(facts, expected);
  if (error)
    return {
      kind: 'error_page',
      message: `The page ${expected.address} shows an error: “${shorten(error.says, 120)}”.`,
      mayPass: error.mayPass,
    };
  if (!asksToSignIn(facts, expected)) return null;
  const leads = isSamePath(facts.url, expected.address)
    ? 'asks to sign in'
    : `leads to ${facts.url}, which asks to sign in`;
  const advice = expected.hasSignedIn
    ? 'The login of the project did not help: it may have expired.'
    : 'Give the project a login, or film a page that everybody can see.';
  return {
    kind: 'sign_in_page',
    message: `The page ${expected.address} ${leads} and shows nothing else. ${advice}`,
    mayPass: false,
  };
}

/** Judges the page on which a film has ended. */
export function judgeEnding(facts: PageFacts, expected: Expected): Finding[] {
  const findings: Finding[] = [];
  const error = errorOf(facts, expected);
  if (error)
    findings.push({
      code: 'ends_on_error_page',
      message: `The video ends on a page that shows an error: “${shorten(error.says, 120)}”.`,
    });
  // A film of somebody who begins something may well end where an account is opened.
  else if (asksToSignIn(facts, expected) && !offersToSignUp(facts))
    findings.push({
      code: 'ends_on_sign_in',
      message: 'The video ends on a page that only asks to sign in. Give the project a login.',
    });
  if (facts.isLoading)
    findings.push({
      code: 'still_loading',
      message: 'The page was still loading at the end of the video.',
    });
  const left = bannerOf(facts);
  if (left)
    findings.push({
      code: 'banner_left',
      message: left.isChat
        ? 'A chat window is seen at the end of the video.'
        : `A banner about cookies is seen at the end of the video: “${shorten(left.text, 80)}”.`,
    });
  return findings;
}

/** The banner or the chat window that is seen. */
export const bannerOf = ({ overlays }: Pick<PageFacts, 'overlays'>): PageFacts['overlays'][number] | null =>
  overlays.find(isBanner) ?? null;

/** A page that says more than this is about something, also where it speaks of errors or of signing in. */
const most = { text: 500, controls: 10, fields: 2 };

const isBare = ({ text, controls, otherFields }: PageFacts) =>
  text.length <= most.text && controls.length <= most.controls && otherFields <= most.fields;

/** Who asks for the page of an error gets it. */
const wantsErrors = /\b(?:4\d\d|5\d\d|error|fehler|erreur|errore|erro|ошибк)/iu;

function errorOf(facts: PageFacts, { prompt }: Expected): { says: string; mayPass: boolean } | null {
  if (!isBare(facts) || facts.passwordFields > 0 || wantsErrors.test(prompt)) return null;
  // Only what is said large counts, and the title. A short page may consist of one sentence that is no heading.
  const large = [...facts.headings.slice(0, 3), facts.title].filter((said) => said.length <= 160);
  for (const says of large) {
    const status = Number(statusAlone.exec(says)?.[1] ?? 0);
    if (status > 0) return { says, mayPass: status >= 500 };
  }
  for (const [words, mayPass] of [
    [missingPage, false],
    [closedPage, false],
    [brokenPage, true],
  ] as const) {
    const says = large.find((said) => words.test(said));
    if (says) return { says, mayPass };
  }
  return null;
}

function asksToSignIn(facts: PageFacts, { prompt, address }: Expected): boolean {
  if (signIn.test(prompt) || signIn.test(pathOf(address))) return false;
  if (!isBare(facts) || facts.passwordFields + facts.otherFields === 0) return false;
  const says = [...facts.headings, facts.title, ...facts.controls];
  // Some ask for the address first, and for the password on the next page.
  return facts.passwordFields > 0
    ? true
    : facts.otherFields === 1 && says.filter((one) => signIn.test(one)).length >= 2;
}

const offersToSignUp = ({ title, headings }: PageFacts) =>
  [title, ...headings.slice(0, 2)].some((said) => signUp.test(said));

const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname.replace(/[-_/]/g, ' ') : '');
const isSamePath = (one: string, other: string) =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).pathname === new URL(other).pathname;

/** Banners of one line are seen as well, so it need not be large. */
const isBanner = ({ text, share, isChat }: PageFacts['overlays'][number]) =>
  isChat || (share >= 0.03 && consent.test(text) && answers.test(text));
const answers =
  /\b(?:accept|agree|allow|reject|decline|ok|okay|got it|manage|akzeptieren|zustimmen|ablehnen|accepter|refuser|aceptar|rechazar|accetta|rifiuta|aceitar|rejeitar)\b|принять|同意|接受|동의/iu;
