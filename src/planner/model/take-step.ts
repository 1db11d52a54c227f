import { shorten } from '../../text.ts';
import { sameItem } from '../deeds/candidates/chain.ts';
import type { FieldCandidate } from '../deeds/candidates/field-candidates.ts';
import { isSameText } from '../deeds/candidates/likeness.ts';
import { operate } from '../deeds/operate/operate.ts';
import type { Performer } from '../deeds/perform/performer.ts';
import { pointAt } from '../deeds/show-place.ts';
import { fold } from '../language/words.ts';
import { observe } from '../page/observe.ts';
import type { PageClient } from '../page/page-client.ts';
import type { Item } from '../page/screen.ts';
import type { PlanRequest } from '../plan.ts';
import type { FieldValue } from '../prompt/deed.ts';
import { aimWith } from '../storyboard/aim.ts';
import { sectionShot } from '../storyboard/stage.ts';
import type { Style } from '../storyboard/style.ts';
import type { ModelStep } from './answer.ts';
import { isSaid, type Leave, refusalOf, type Spot, sendsForm, valueFor, writingRefusal } from './checks.ts';
import type { Description } from './describe.ts';
import type { Reel, Take } from './reel.ts';

/** Where a model's steps are carried out, and what for. */
export interface Scene {
  client: PageClient;
  performer: Performer;
  request: PlanRequest;
  style: Style;
  leave: Leave;
  reel: Reel;
}

/** A step that was done, in words for the model, or why it was not. */
export type Taken = { done: string } | { refused: string };

/**
 * Carries out one step of a model, after checking it against the screen, and looks whether it had its effect. What had none, or must not
 * be, is taken back.
 */
export async function takeStep(scene: Scene, step: ModelStep, described: Description): Promise<Taken> {
  const { performer, reel } = scene;
  if (step.do === 'back') {
    if (performer.path.length === 0) return { refused: 'back (nothing was done)' };
    await performer.returnTo(performer.path.length - 1);
    reel.cutTo(performer.path.length);
    return { done: 'back' };
  }
  const section = described.sections.get(step.ref);
  const known = described.items.get(step.ref);
  const name = section?.heading ?? (known && nameOf(known)) ?? step.ref;
  const said = `${step.do} ${name} ${step.value ?? ''}`.trim();
  const item = known && sameItem(performer.screen, described.screen, known);
  const reason =
    section && step.do === 'show'
      ? await showSection(scene, step, section.heading, described)
      : !item
        ? 'the screen has no such ref'
        : await actOn(scene, step, item);
  return reason === null ? { done: said } : { refused: `${said} (${reason})` };
}

const nameOf = ({ name, labels, kind }: Item) => name || labels[0] || kind;

async function showSection(
  { client, request, style, reel, performer }: Scene,
  step: ModelStep,
  heading: string | null,
  described: Description,
): Promise<string | null> {
  const view = await observe(client, request.url);
  const { kind } = described.sections.get(step.ref) ?? {};
  const section = view.sections.find((one) => one.heading === heading && one.kind === kind);
  if (!section) return 'the screen has no such section now';
  const told = toldBy(step, request.prompt, { item: null, screen: performer.screen, view });
  const shot = await sectionShot(
    { view, aim: aimWith(client), style },
    { section, why: told.why, evidence: told.evidence, value: 110 },
  );
  reel.add({ said: step.what, acts: [], seen: shot, told }, performer.path.length);
  return null;
}

/** Checks and does what a step says about an item. @returns why it was not done, or null */
async function actOn(scene: Scene, step: ModelStep, item: Item): Promise<string | null> {
  const { client, performer, request, leave, reel } = scene;
  const spot = { item, screen: performer.screen, view: await observe(client, request.url) };
  const told = toldBy(step, request.prompt, spot);
  const said = shorten(step.what, 160);
  if (step.do === 'show' || step.do === 'hover') {
    const evidence = told.evidence.length > 0 ? told.evidence : [nameOf(item)];
    const seen = await pointAt({ ...spot, aim: aimWith(client) }, item, { ...told, evidence, intent: said });
    reel.add({ said, acts: [], seen, told }, performer.path.length);
    return null;
  }
  const refusal = refusalOf(step, spot, leave);
  if (refusal) return refusal;
  const mark = performer.path.length;
  const heldBack = request.heldBack?.() ?? 0;
  const tried = step.do === 'press' ? await press(scene, spot) : await give(scene, step, spot);
  const isAway = (request.heldBack?.() ?? 0) > heldBack;
  const writing = performer.wroteSince(mark) ? writingRefusal(spot, leave) : null;
  const reason = isAway ? 'it leads to another site: the page stayed' : (tried ?? writing);
  if (reason !== null) await performer.returnTo(mark);
  const acts = performer.path.slice(mark);
  if (acts.length > 0) reel.add({ said, acts, seen: null, told }, performer.path.length);
  return reason;
}

async function press({ performer, request }: Scene, spot: Spot): Promise<string | null> {
  const { item } = spot;
  if (!request.writeHold && sendsForm(spot)) return 'nobody holds what it would send off camera';
  const how = item.needsDouble && !item.isPressable ? 'double-press' : 'press';
  const what = `Press “${shorten(nameOf(item), 60)}”`;
  const outcome = await performer.act({ do: how, item, part: 'way', what, opens: [] });
  return outcome.changed || outcome.wrote > 0 ? null : 'nothing on the screen changed';
}

/** Gives a control the value that a step names. */
async function give({ performer, leave }: Scene, step: ModelStep, spot: Spot): Promise<string | null> {
  const { item } = spot;
  const way = wayFor(step, item);
  if (!way) return `it cannot be used to ${step.do}`;
  const value = way === 'type' || way === 'open' ? valueFor(spot, step.value, leave) : step.value?.trim();
  if (value === null) return 'the REQUEST does not say this value';
  if (!value) return 'the step has no value';
  if (way === 'turn' && !/^(?:on|off)$/i.test(value)) return 'the value has to be on or off';
  const isOffered = item.options.some(({ label }) => isSameText(label, value));
  if (way === 'choose' && !isOffered && !isSaid(value, item, leave.prompt))
    return 'neither the list nor the REQUEST has this value. Press the list to see what it offers';
  const turned: FieldValue['value'] = { to: /^on$/i.test(value) ? 'on' : 'off' };
  const field: FieldValue = {
    field: nameOf(item),
    value: way === 'turn' ? turned : { to: 'text', text: value, exact: true, unit: null },
    from: null,
    said: step.what,
  };
  return (await operate(performer, { item, way }, field)) ? null : 'the control did not take it';
}

function wayFor(
  { do: how }: ModelStep,
  { kind, needsDouble, isOn, value }: Item,
): FieldCandidate['way'] | null {
  const isText = kind === 'field' || kind === 'rich-text' || kind === 'slider';
  const isValue = kind === 'button' && value !== '';
  if (how === 'type')
    return isText ? 'type' : kind === 'picker' ? 'choose' : needsDouble || isValue ? 'open' : null;
  if (how === 'turn') return isOn !== null ? 'turn' : null;
  if (/^(?:select|picker)$/.test(kind)) return 'choose';
  return isText ? 'type' : /^(?:option|radio|swatch|tab|toggle|menu-item|button)$/.test(kind) ? 'pick' : null;
}

/** The model's words for a scene. The evidence is what the page or the prompt really contains of it. */
function toldBy(
  { why, evidence }: ModelStep,
  prompt: string,
  { view, screen }: Pick<Spot, 'view' | 'screen'> & { item: Item | null },
): Take['told'] {
  const said = [
    ...[prompt, view.title, ...view.sections.map(({ text }) => text)],
    ...[...view.controls.map(({ name }) => name), ...screen.items.map(({ name }) => name)],
  ].map(fold);
  const isQuoted = (quote: string) =>
    quote.trim() !== '' && said.some((text) => text.includes(fold(quote).trim()));
  return { why: shorten(why, 300), evidence: evidence.filter(isQuoted).slice(0, 4) };
}
