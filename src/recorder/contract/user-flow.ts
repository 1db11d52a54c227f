import { parse } from '@puppeteer/replay';
import type { z } from 'zod';
import { shorten, wellFormed } from '../../text.ts';
import { type ActionScript, actionScriptSchema, type Step } from './script.ts';

/** What is wrong with a supplied script. `path` says where in the script. */
export class FlowFault extends Error {
  readonly path: (string | number)[];
  constructor(path: (string | number)[], message: string) {
    super(message);
    this.name = 'FlowFault';
    this.path = path;
  }
}

export const flowLimits = { steps: 100, sizeBytes: 256 * 1024, levels: 30 };

/** All types of steps that Recorder writes. Films skip `close` and `emulateNetworkConditions`: they have one tab, at full speed. */
const played = [
  ...['setViewport', 'navigate', 'click', 'doubleClick', 'hover', 'change', 'keyDown', 'keyUp', 'scroll'],
  ...['waitForElement', 'waitForExpression', 'close', 'emulateNetworkConditions', 'customStep'],
];
const ownSteps = ['camera', 'hold', 'scroll', 'caption', 'assert'].map((name) => `showreel.${name}`);

/**
 * Reads a user flow as Chrome's Recorder exports it, given as JSON text or as the object itself. Recorder's own parser checks it, and then
 * the steps that films can play and our limits. The flow stays as it was written, with members that we do not know; only the `type` of a
 * step is moved to the front. Messages never repeat what a step types.
 * @throws FlowFault
 */
export function readUserFlow(given: unknown): ActionScript {
  const flow = typeof given === 'string' ? fromText(given) : given;
  demandSize(typeof given === 'string' ? given : JSON.stringify(flow));
  if (typeof flow !== 'object' || flow === null || Array.isArray(flow))
    throw new FlowFault([], 'must be a user flow: an object with `title` and `steps`.');
  demandStorable(flow);
  const { title, steps } = flow as { title?: unknown; steps?: unknown };
  if (typeof title !== 'string' || title.length > 500)
    throw new FlowFault(['title'], 'must be a string of at most 500 characters.');
  if (!Array.isArray(steps)) throw new FlowFault(['steps'], 'must be an array of steps.');
  if (steps.length === 0 || steps.length > flowLimits.steps)
    throw new FlowFault(
      ['steps'],
      `must have 1 to ${flowLimits.steps} steps, but ${steps.length} steps came.`,
    );
  return { ...flow, title, steps: steps.map((step: unknown, index) => readStep(step, ['steps', index])) };
}

function fromText(text: string): unknown {
  demandSize(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new FlowFault([], 'must be an object or its JSON text, but the text is no JSON.');
  }
}

function demandSize(text: string | undefined): void {
  const sizeBytes = Buffer.byteLength(text ?? '');
  if (sizeBytes > flowLimits.sizeBytes)
    throw new FlowFault([], `must have at most ${flowLimits.sizeBytes} bytes, but it has ${sizeBytes}.`);
}

/** Refuses text that the store does not take. Requests are checked for it before, but they cannot see into a flow given as JSON text. */
function demandStorable(flow: object): void {
  const left: { value: unknown; path: (string | number)[] }[] = [{ value: flow, path: [] }];
  for (let item = left.pop(); item; item = left.pop()) {
    const { value, path } = item;
    if (typeof value === 'string') demandWellFormed(value, path);
    if (typeof value !== 'object' || value === null) continue;
    if (path.length > flowLimits.levels)
      throw new FlowFault([], `must be nested at most ${flowLimits.levels} levels deep.`);
    for (const [name, member] of Object.entries(value)) {
      demandWellFormed(name, path);
      left.push({ value: member, path: [...path, Array.isArray(value) ? Number(name) : name] });
    }
  }
}

function demandWellFormed(text: string, path: (string | number)[]): void {
  if (wellFormed(text) !== text)
    throw new FlowFault(path, 'must be valid Unicode text without the NUL character.');
}

function readStep(step: unknown, path: (string | number)[]): Step {
  const { type, name, target, url } = (step ?? {}) as Record<string, unknown>;
  if (typeof type !== 'string' || !played.includes(type))
    throw new FlowFault(
      [...path, 'type'],
      `must be one of ${listed(played)}${typeof type === 'string' ? `, but "${shorten(type, 60)}" came` : ''}.`,
    );
  if (type === 'customStep' && !ownSteps.includes(String(name)))
    throw new FlowFault([...path, 'name'], `must be one of ${listed(ownSteps)} in a customStep.`);
  // Recorder writes the address of a frame of another site as the target.
  if (target !== undefined && target !== 'main' && !isWebAddress(target))
    throw new FlowFault([...path, 'target'], 'must be "main" or the http or https address of a frame.');
  if (type === 'navigate' && !isWebAddress(url))
    throw new FlowFault([...path, 'url'], 'must be an http or https address without a password.');
  demandParsed(step, path);
  const read = actionScriptSchema.shape.steps.element.safeParse(step);
  if (read.success) return { type, ...(step as object) } as Step;
  throw faultOfIssue(read.error.issues[0], step, path);
}

/** Has Recorder's own parser check the step. */
function demandParsed(step: unknown, path: (string | number)[]): void {
  try {
    parse({ title: '', steps: [step] });
  } catch (fault) {
    const said = fault instanceof Error ? fault.message : 'it cannot be read';
    throw new FlowFault(path, `is no step of a user flow: ${said.replace(/[.]?$/, '.')}`);
  }
}

/** The fault of a step that the schema refuses. The schema is a union; the branch for this type of step tells what is wrong. */
function faultOfIssue(
  issue: z.core.$ZodIssue | undefined,
  step: unknown,
  path: (string | number)[],
): FlowFault {
  const { type, name } = step as Record<string, unknown>;
  const isOther = ({ path: at }: z.core.$ZodIssue) =>
    at.length === 1 && (at[0] === 'type' || at[0] === 'name');
  const branch =
    issue?.code === 'invalid_union' ? issue.errors.find((errors) => !errors.some(isOther)) : issue && [issue];
  const [first] = branch ?? [];
  const inside = (first?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
  const what = type === 'customStep' ? `a ${String(name)} step` : `a ${String(type)} step`;
  return new FlowFault(
    [...path, ...inside],
    `is not as ${what} needs it: ${first?.message ?? 'invalid input'}.`,
  );
}

function isWebAddress(url: unknown): boolean {
  const parsed = typeof url === 'string' && url.length <= 2048 ? URL.parse(url) : null;
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username + parsed.password === '';
}

const listed = (names: string[]) => names.map((name) => `"${name}"`).join(', ');
