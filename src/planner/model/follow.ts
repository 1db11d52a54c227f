import { fingerprint } from '../deeds/perform/performer.ts';
import { observe } from '../page/observe.ts';
import type { Screen } from '../page/screen.ts';
import { styles } from '../storyboard/style.ts';
import type { Answer, ModelStep } from './answer.ts';
import { ModelFault, type ModelSession } from './client.ts';
import { type Description, describe } from './describe.ts';
import { instructions, promptFor } from './prompt.ts';
import { type Scene, takeStep } from './take-step.ts';

/** How often a model is asked for one plan. An agent sees the screen after each step. */
const rounds = { script: 10, agent: 14 };
const mostSteps = { script: 12, agent: 1 };
/** Answers of which nothing could be done, in a row, before the model is given up. */
const mostVain = 2;
const requestCharacters = 1700;
/** About 5,000 tokens. A screen that needs more is mostly lists. */
const mostPageCharacters = 15_000;
const leastPageCharacters = 600;

/** How a conversation with a model ended. */
export interface Followed {
  /** The first answer, which tells how to film. */
  opening: Answer;
  /** Why the model was not asked to the end. Null where it has said that nothing is left to do. */
  stopped: ModelFault | null;
}

/**
 * Lets a model look, choose its next steps, and look again, until it says that nothing is left to do.
 * @throws ModelFault where it contributes nothing, or does not come to an end: its steps so far are then nobody's plan
 */
export async function follow(
  session: ModelSession,
  setting: Omit<Scene, 'style'>,
  first: Description,
): Promise<Followed> {
  const { request, reel } = setting;
  const before = new Set<string>();
  const done: string[] = [];
  let described = first;
  let refused: string[] = [];
  let opening: Answer | null = null;
  let vain = 0;
  for (let round = 0; round < rounds[request.mode]; round++) {
    let answer: Answer;
    try {
      if (round > 0) described = await describeNow(setting, session, described.screen);
      answer = await session.ask(instructions, promptFor(request, described, { done, refused }));
    } catch (error) {
      if (!(error instanceof ModelFault) || opening === null || reel.isEmpty) throw error;
      return { opening, stopped: error };
    }
    opening ??= answer;
    const style = styles[request.template === 'auto' ? opening.template : request.template];
    const report = await carryOut({ ...setting, style }, answer, described, before);
    done.push(...report.done);
    refused = report.refused;
    vain = report.done.length > 0 ? 0 : vain + 1;
    // What must not be done is no end of a deed, whatever the model says.
    const isMistaken = refused.length > 0 && setting.leave.changes;
    if (answer.done && report.isWhole && !isMistaken) return { opening, stopped: null };
    if (vain >= mostVain) throw new ModelFault('nothing usable');
  }
  throw new ModelFault('no end', `, asked ${rounds[request.mode]} times`);
}

/** @param before the screen that the model was told of last */
export async function describeNow(
  { client, performer, request }: Pick<Scene, 'client' | 'performer' | 'request'>,
  session: ModelSession,
  before: Screen | null,
): Promise<Description> {
  const view = await observe(client, request.url);
  return describe(view, performer.screen, before, roomFor(session));
}

/**
 * How many characters the screen may take: half of what the budget allows, less the instructions and the request, so that the next screen
 * can be told as well. Too few tell a model nothing.
 */
function roomFor(session: ModelSession): number {
  const room = session.charactersLeft - instructions.length - requestCharacters;
  if (room < leastPageCharacters) throw new ModelFault('budget');
  return Math.min(Math.max(leastPageCharacters, room / 2), mostPageCharacters);
}

interface Carried {
  done: string[];
  refused: string[];
  /** No step was dropped because the screen had changed before it. */
  isWhole: boolean;
}

/** Carries out the steps of an answer for as long as the screen is the one that the model has seen. */
async function carryOut(
  scene: Scene,
  { steps }: Answer,
  described: Description,
  before: Set<string>,
): Promise<Carried> {
  const { request, performer } = scene;
  const carried: Carried = { done: [], refused: [], isWhole: true };
  const known = usableOf(described.screen);
  for (const step of steps.slice(0, mostSteps[request.mode])) {
    request.signal.throwIfAborted();
    if (usableOf(performer.screen) !== known) return { ...carried, isWhole: false };
    const key = keyOf(step, described, performer.screen);
    // The model repeats a step on the same screen, so it is going in circles.
    if (before.has(key)) throw new ModelFault('going in circles');
    const taken = await takeStep(scene, step, described);
    if ('refused' in taken) carried.refused.push(taken.refused);
    else {
      before.add(key);
      carried.done.push(taken.done);
    }
  }
  return carried;
}

const keyOf = ({ do: how, ref, value }: ModelStep, { items, sections }: Description, screen: Screen) =>
  `${how} ${items.get(ref)?.name ?? sections.get(ref)?.heading ?? ref} ${value ?? ''} ${fingerprint(screen)}`;

/** What a model would have to be told anew: what can be used. Values, states and texts are its own doing. */
const usableOf = ({ url, items }: Screen): string =>
  `${url} ${items
    .filter(({ kind }) => kind !== 'text')
    .map(({ kind, name, labels }) => `${kind} ${/^(?:field|select|picker)$/.test(kind) ? labels[0] : name}`)
    .join('|')}`;
