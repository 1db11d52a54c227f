/**
 * Elements: which element of the page a step means, found by its selectors and by what it was like when it was filmed before, and where
 * it stands. The rest of the drive and `sign-in` come in. It reads the page and changes nothing there.
 */
import type { ElementHandle, Frame } from 'puppeteer-core';
import { shorten } from '../../../text.ts';
import type { Tab } from '../../browser/index.ts';
import type { Identity } from '../../contract/identity.ts';
import type { Selectors, Step } from '../../contract/script.ts';
import { boxOf } from './boxes.ts';
import { type Fingerprints, withFingerprints } from './fingerprints.ts';
import { type Found, isFound, type Lost } from './found.ts';
import { frameAtPath, framePathOf, otherFramePaths } from './frames.ts';
import { resolve, visibleMatches } from './resolve.ts';
import { type ElementFingerprint, isTranslated, keyOf, similarityOf } from './similarity.ts';

// The limits of the score, measured on mutated pages (`make bench`, group healing). Below `plain`, other elements reach the same score
// as the right one, so a lower score is enough only for an element that is far ahead of all others. An element that shares neither words
// nor authored attributes with the old one has to agree in nearly everything else.
const leastScore = { plain: 0.5, leading: 0.4, sharesNothing: 0.74 };
const farLead = 0.1;
// An element that is ahead of the next one by less than this is no better than a guess.
const leastLead = { press: 0.05, look: 0.01 };
// An element with this score is taken without a look at the others.
const certainScore = 0.86;
// How many other elements an identity keeps.
const mostOthers = { press: 40, look: 12 };

/**
 * The element of a step. It is identified by what it was like when it was filmed last. The element that the selectors find is compared
 * with that; where it is another one, the page is searched for the most similar element. A step that was never filmed is found by its
 * selectors alone.
 */
export async function locate(tab: Tab, step: Step, selectors: Selectors): Promise<Found | Lost> {
  const framePath = framePathOf(tab, step);
  if (framePath === null) return { lost: 'missing', candidates: [] };
  const result = await locateInFrame(tab, { ...step, frame: framePath }, selectors);
  const isCertain = isFound(result) && (result.similarity ?? 0) >= certainScore;
  if (framePath.length === 0 || !step.showreel?.identity || isCertain) return result;
  const others = await locateInOtherFrames(tab, step, selectors, framePath);
  const [only, second] = others;
  if (isFound(result)) {
    // An element in another frame is taken only where it is far more similar than the one in this frame.
    const isBetter = only && !second && (only.similarity ?? 0) > (result.similarity ?? 0) + farLead;
    return isBetter ? inOtherFrame(only) : result;
  }
  if (second)
    return { lost: 'ambiguous', candidates: others.map(({ selector }) => `${selector} in a frame`) };
  return only ? inOtherFrame(only) : result;
}

const inOtherFrame = (found: Found): Found => ({
  ...found,
  healed: true,
  message: found.message ?? 'Found in a frame that has another place now.',
});

/** A step's frame may have another path now: a banner in a frame of its own moves every frame after it. */
async function locateInOtherFrames(
  tab: Tab,
  step: Step,
  selectors: Selectors,
  framePath: number[],
): Promise<Found[]> {
  const found: Found[] = [];
  for (const frame of otherFramePaths(tab, framePath)) {
    const result = await locateInFrame(tab, { ...step, frame }, selectors);
    if (isFound(result)) found.push({ ...result, newFramePath: frame });
  }
  return found;
}

async function locateInFrame(tab: Tab, step: Step, selectors: Selectors): Promise<Found | Lost> {
  const identity = step.showreel?.identity;
  const press = isPressed(step);
  const bySelectors = await resolve(tab, selectors, {
    ...step.showreel,
    frame: step.frame,
    noGuessing: press,
  });
  if (!identity) return bySelectors;
  const frame = isFound(bySelectors) ? bySelectors.element.frame : frameAtPath(tab, step.frame);
  return withFingerprints(tab, frame, async (fingerprints) => {
    if (isFound(bySelectors) && !bySelectors.healed) {
      const fingerprint = await fingerprints.fingerprint(bySelectors.element);
      const { score, contradicted } = similarityOf(identity, fingerprint, {
        translated: false,
        twins: true,
        selectors: 1,
      });
      if (score >= certainScore && !contradicted && !isTwin(identity, fingerprint))
        return { ...bySelectors, similarity: score };
    }
    const search = { tab, frame, fingerprints, step, selectors, identity, press };
    const ranked = await rank(search);
    return choose(search, ranked, isFound(bySelectors) ? bySelectors : null);
  });
}

/** What a later film will identify the element by. */
export const identify = (tab: Tab, step: Step, element: ElementHandle<Element>): Promise<Identity> =>
  withFingerprints(tab, element.frame, async (fingerprints) => {
    const press = isPressed(step);
    const most = press ? mostOthers.press : mostOthers.look;
    const fingerprint = await fingerprints.fingerprint(element);
    const { peers, twins, named } = await fingerprints.others(press, fingerprint, most);
    const others = named.filter(({ name }) => name).map(keyOf);
    return {
      ...fingerprint,
      peers,
      twins,
      others: others.filter((key) => key !== keyOf(fingerprint)).slice(0, most),
    };
  });

const isPressed = ({ type }: Step) => /^(click|doubleClick|hover|change)$/.test(type);

interface Search {
  tab: Tab;
  frame: Frame;
  fingerprints: Fingerprints;
  step: Step;
  selectors: Selectors;
  identity: Identity;
  press: boolean;
}
interface Candidate {
  index: number;
  fingerprint: ElementFingerprint;
  score: number;
  sharesNothing: boolean;
}

/** All elements that the element of the step could be, the most similar one first. */
async function rank({
  tab,
  frame,
  fingerprints,
  step,
  selectors,
  identity,
  press,
}: Search): Promise<Candidate[]> {
  const pool = await fingerprints.pool(press, identity.tag);
  const selectorParts = new Map<number, number>();
  for (const path of selectors) {
    const [only, second] = await visibleMatches(tab, path, step.frame);
    const at = only?.element.frame === frame && !second ? await fingerprints.indexOf(only.element) : -1;
    if (at >= 0) selectorParts.set(at, (selectorParts.get(at) ?? 0) + 1 / selectors.length);
  }
  const translated = isTranslated(identity, pool);
  const [known, now] = [count(identity.others), count(pool.map(keyOf))];
  const twins = (now.get(keyOf(identity)) ?? 0) > 1;
  return pool
    .map((fingerprint, index) => {
      const key = keyOf(fingerprint);
      // The element stood beside the right one before, and the page has no more elements with its name than it had.
      const isOther =
        key === keyOf(identity)
          ? !translated && isTwin(identity, fingerprint)
          : press && (known.get(key) ?? 0) >= (now.get(key) ?? 0);
      const evidence = { translated, twins, selectors: selectorParts.get(index) ?? 0 };
      const { score, sharesNothing } = similarityOf(identity, fingerprint, evidence);
      return { index, fingerprint, score: isOther ? 0 : score, sharesNothing };
    })
    .sort((a, b) => b.score - a.score);
}

/** Whether the element stands under a heading under which another element of the same role and name stood before. */
const isTwin = (identity: Identity, { heading }: ElementFingerprint) =>
  heading !== identity.heading && identity.twins.includes(heading);

function count(keys: string[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const key of keys) counted.set(key, (counted.get(key) ?? 0) + 1);
  return counted;
}

async function choose(search: Search, ranked: Candidate[], bySelectors: Found | null): Promise<Found | Lost> {
  const { tab, fingerprints, press } = search;
  const [best, second] = ranked;
  const lead = (best?.score ?? 0) - (second?.score ?? 0);
  const enough = best?.sharesNothing ? 'sharesNothing' : lead >= farLead ? 'leading' : 'plain';
  if (!best || best.score < leastScore[enough]) return { lost: 'missing', candidates: [] };
  for (const rival of ranked.slice(1, 4)) {
    if (best.score - rival.score >= leastLead[press ? 'press' : 'look']) break;
    if (
      doTheSame(best.fingerprint, rival.fingerprint) ||
      (await fingerprints.areNested(best.index, rival.index))
    )
      continue;
    const candidates = [best, rival].map(({ fingerprint }) => describeFingerprint(fingerprint));
    return { lost: 'ambiguous', candidates };
  }
  if (bySelectors && (await fingerprints.indexOf(bySelectors.element)) === best.index)
    return { ...bySelectors, similarity: best.score };
  const element = await fingerprints.element(best.index);
  const box = element && (await boxOf(tab, element));
  if (!element || !box) return { lost: 'missing', candidates: [] };
  const newSelectors = await fingerprints.selectors(element);
  const description = describeFingerprint(best.fingerprint);
  return {
    element,
    box,
    selector: newSelectors[0] ?? description,
    similarity: best.score,
    healed: true,
    selectorIndex: null,
    newSelectors,
    message: `Identified by its similarity to the element filmed before: ${description}, similarity ${best.score.toFixed(2)}.`,
  };
}

/** Two links with the same words to the same address: it does not matter which one is pressed. */
const doTheSame = (one: ElementFingerprint, other: ElementFingerprint) =>
  one.attributes.href !== undefined &&
  one.attributes.href === other.attributes.href &&
  one.name === other.name;

const describeFingerprint = ({ role, name, heading }: ElementFingerprint) =>
  `${role} “${shorten(name, 80)}”${heading ? ` under “${shorten(heading, 60)}”` : ''}`;
