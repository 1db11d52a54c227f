import type { ElementHandle, Frame } from 'puppeteer-core';
import { shorten } from '../../../text.ts';
import type { Tab } from '../../browser/index.ts';
import type { Identity } from '../../contract/identity.ts';
import type { Selectors, Step } from '../../contract/script.ts';
import { type Fingerprints, withFingerprints } from './fingerprints.ts';
import { type Found, isFound, type Lost } from './found.ts';
import { otherWays, wayOf } from './frames.ts';
import { boxOf, frameOf, resolve, visibleMatches } from './resolve.ts';
import { type ElementFingerprint, isTranslated, keyOf, similarityOf } from './similarity.ts';

// Measured on mutated pages (`make bench`, group healing). Below the first, others pass for the one we look for, unless it
// leads by far; a lead below the last is the toss of a coin. A stranger has to be in every other way where it was.
const leastScore = { plain: 0.5, leading: 0.4, stranger: 0.74 };
const farLead = 0.1;
const leastLead = { press: 0.05, look: 0.01 };
// So sure that nobody else has to be asked.
const certain = 0.86;
const mostOthers = { press: 40, look: 12 };

/**
 * The element a step is about, known again by what it was like when it was filmed last: what the selectors find is held
 * against that, and where it is somebody else, the page is searched for the one that is most like it. A step that was never
 * filmed is found by its selectors alone.
 */
export async function locate(tab: Tab, step: Step, selectors: Selectors): Promise<Found | Lost> {
  const way = wayOf(tab, step);
  if (way === null) return { lost: 'missing', candidates: [] };
  const result = await locateIn(tab, { ...step, frame: way }, selectors);
  const sure = isFound(result) && (result.likeness ?? 0) >= certain;
  if (way.length === 0 || !step.showreel?.identity || sure) return result;
  const others = await elsewhere(tab, step, selectors, way);
  const [only, second] = others;
  // What is as it was, in another frame, is rather it than what is somewhat like it in this one.
  const here = isFound(result) ? (result.likeness ?? 0) : 0;
  if (isFound(result)) return only && !second && (only.likeness ?? 0) > here + farLead ? moved(only) : result;
  if (second)
    return { lost: 'ambiguous', candidates: others.map(({ selector }) => `${selector} in a frame`) };
  return only ? moved(only) : result;
}

const moved = (found: Found): Found => ({
  ...found,
  healed: true,
  message: found.message ?? 'Found in a frame that has another place now.',
});

/** A banner in a frame of its own gives every frame after it another place. */
async function elsewhere(tab: Tab, step: Step, selectors: Selectors, way: number[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const frame of otherWays(tab, way)) {
    const result = await locateIn(tab, { ...step, frame }, selectors);
    if (isFound(result)) found.push({ ...result, frame });
  }
  return found;
}

async function locateIn(tab: Tab, step: Step, selectors: Selectors): Promise<Found | Lost> {
  const identity = step.showreel?.identity;
  const press = isPressed(step);
  const bySelectors = await resolve(tab, selectors, {
    ...step.showreel,
    frame: step.frame,
    demanding: press,
  });
  if (!identity) return bySelectors;
  const frame = isFound(bySelectors) ? bySelectors.element.frame : frameOf(tab, step.frame);
  return withFingerprints(tab, frame, async (fingerprints) => {
    if (isFound(bySelectors) && !bySelectors.healed) {
      const portrait = await fingerprints.fingerprint(bySelectors.element);
      const { score, contradicted } = similarityOf(identity, portrait, {
        translated: false,
        twins: true,
        selectors: 1,
      });
      if (score >= certain && !contradicted && !isTwin(identity, portrait))
        return { ...bySelectors, likeness: score };
    }
    const search = { tab, frame, fingerprints, step, selectors, identity, press };
    const ranked = await rank(search);
    return choose(search, ranked, isFound(bySelectors) ? bySelectors : null);
  });
}

/** What to know an element again by on a later day. */
export const identify = (tab: Tab, step: Step, element: ElementHandle<Element>): Promise<Identity> =>
  withFingerprints(tab, element.frame, async (fingerprints) => {
    const press = isPressed(step);
    const most = press ? mostOthers.press : mostOthers.look;
    const portrait = await fingerprints.fingerprint(element);
    const { peers, twins, named } = await fingerprints.others(press, portrait, most);
    const others = named.filter(({ name }) => name).map(keyOf);
    return {
      ...portrait,
      peers,
      twins,
      others: others.filter((key) => key !== keyOf(portrait)).slice(0, most),
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
  portrait: ElementFingerprint;
  score: number;
  stranger: boolean;
}

/** Everything it could be, the most alike first. */
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
  const named = new Map<number, number>();
  for (const path of selectors) {
    const [only, second] = await visibleMatches(tab, path, step.frame);
    const at = only?.element.frame === frame && !second ? await fingerprints.indexOf(only.element) : -1;
    if (at >= 0) named.set(at, (named.get(at) ?? 0) + 1 / selectors.length);
  }
  const translated = isTranslated(identity, pool);
  const [known, now] = [count(identity.others), count(pool.map(keyOf))];
  const twins = (now.get(keyOf(identity)) ?? 0) > 1;
  return pool
    .map((portrait, index) => {
      const key = keyOf(portrait);
      // It was there beside the one we look for, and there are no more of its name than there were.
      const isOther =
        key === keyOf(identity)
          ? !translated && isTwin(identity, portrait)
          : press && (known.get(key) ?? 0) >= (now.get(key) ?? 0);
      const evidence = { translated, twins, selectors: named.get(index) ?? 0 };
      const { score, stranger } = similarityOf(identity, portrait, evidence);
      return { index, portrait, score: isOther ? 0 : score, stranger };
    })
    .sort((a, b) => b.score - a.score);
}

/** Of the same name, but under a heading under which another of that name stood. */
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
  const enough = best?.stranger ? 'stranger' : lead >= farLead ? 'leading' : 'plain';
  if (!best || best.score < leastScore[enough]) return { lost: 'missing', candidates: [] };
  for (const rival of ranked.slice(1, 4)) {
    if (best.score - rival.score >= leastLead[press ? 'press' : 'look']) break;
    if (doTheSame(best.portrait, rival.portrait) || (await fingerprints.areNested(best.index, rival.index)))
      continue;
    return { lost: 'ambiguous', candidates: [best, rival].map(({ portrait }) => called(portrait)) };
  }
  if (bySelectors && (await fingerprints.indexOf(bySelectors.element)) === best.index)
    return { ...bySelectors, likeness: best.score };
  const element = await fingerprints.element(best.index);
  const box = element && (await boxOf(tab, element));
  if (!element || !box) return { lost: 'missing', candidates: [] };
  const anew = await fingerprints.selectors(element);
  const message = `Found again by what it is like: ${called(best.portrait)}, likeness ${best.score.toFixed(2)}.`;
  return {
    element,
    box,
    selector: anew[0] ?? called(best.portrait),
    likeness: best.score,
    healed: true,
    winner: null,
    anew,
    message,
  };
}

/** Two links with the same words to the same place: whichever is pressed, the same happens. */
const doTheSame = (one: ElementFingerprint, other: ElementFingerprint) =>
  one.attributes.href !== undefined &&
  one.attributes.href === other.attributes.href &&
  one.name === other.name;

const called = ({ role, name, heading }: ElementFingerprint) =>
  `${role} “${shorten(name, 80)}”${heading ? ` under “${shorten(heading, 60)}”` : ''}`;
