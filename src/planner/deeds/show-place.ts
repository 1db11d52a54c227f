import { shorten } from '../../text.ts';
import { leastNamedScore } from '../match/interest.ts';
import { rankPlaces } from '../match/passages.ts';
import { namedPart } from '../match/rank.ts';
import { observe } from '../page/observe.ts';
import type { PageClient } from '../page/page-client.ts';
import type { Item, Screen, Thing } from '../page/screen.ts';
import type { PageView } from '../page/view.ts';
import type { Deed } from '../prompt/deed.ts';
import { type Aim, aimWith } from '../storyboard/aim.ts';
import type { Shot, ShotAction } from '../storyboard/shots.ts';
import { glance, hold, sceneOf, sectionShot } from '../storyboard/stage.ts';
import type { Style } from '../storyboard/style.ts';
import { says } from './candidates/likeness.ts';
import type { PlaceCandidate } from './candidates/place-candidates.ts';
import type { Performer } from './perform/performer.ts';

/** What an agent films beside the acts: the place that it found, and what came of a deed. */
export interface Shown {
  client: PageClient;
  siteUrl: string;
  style: Style;
}

/** Shows the place that a wish speaks of: the part of the page under its heading, or the control itself. */
export async function showPlace(
  { client, siteUrl, style }: Shown,
  { screen }: Performer,
  wish: Deed,
  { item }: PlaceCandidate,
): Promise<Shot> {
  const view = await observe(client, siteUrl);
  const aim = aimWith(client);
  const said = wish.thing?.said ?? wish.said;
  const why = `The prompt says “${shorten(wish.said, 120)}”.`;
  const [best] = rankPlaces(view.sections, said);
  const isControl = item.role !== 'heading' && item.kind !== 'text';
  if (!isControl && best && best.score >= leastNamedScore) {
    const part = namedPart(best.section, said) ?? undefined;
    // The most prominent control may be the link that has just led here.
    const unpointed = { ...style, points: false };
    const choice = { section: best.section, why, evidence: best.evidence, value: 125, part };
    return { ...(await sectionShot({ view, aim, style: unpointed }, choice, 1.6)), intent: wish.said };
  }
  const told = { why, evidence: [item.name || item.labels[0] || said], intent: wish.said };
  return pointAt({ view, screen, aim }, item, told);
}

/** Points at an item and rests there. Nothing is pressed. */
export async function pointAt(
  { view, screen, aim }: { view: PageView; screen: Screen; aim: Aim },
  item: Item,
  { why, evidence, intent }: { why: string; evidence: string[]; intent: string },
): Promise<Shot> {
  const target = await aim.control({ ...item, role: item.role ?? item.kind });
  const home = view.controls.find(({ id }) => id === item.id)?.section;
  const section = view.sections.find(({ id }) => id === home) ?? null;
  const what = `Show “${shorten(item.name || item.labels[0] || item.kind, 90)}”`;
  return {
    scene: sceneOf(section, what, why, evidence),
    actions: [{ do: 'wide' }, ...wayTo(item, screen, target), { do: 'hover', target }, hold(1.6, target)],
    value: 125,
    intent,
  };
}

/**
 * Shows what came of a deed, where the screen shows it: the row, the card or the text that now says what the deed has brought about. Null
 * where it cannot be seen, as behind a held request.
 */
export async function showResult(
  { client, style }: Shown,
  { screen }: Performer,
  deed: Deed,
  before: Screen,
): Promise<Shot | null> {
  const item = resultOf(deed, before, screen);
  if (!item) return null;
  const target = await aimWith(client).control({ ...item, role: item.role ?? item.kind });
  const closer: ShotAction[] = style.zoom > 1 ? [{ do: 'zoom', target, zoom: style.zoom }] : [];
  const what = `Show “${shorten(item.name || item.value, 90)}”`;
  return {
    scene: sceneOf(null, what, `It came of “${shorten(deed.said, 120)}”.`, [item.name || item.value]),
    actions: [{ do: 'wide' }, ...wayTo(item, screen, target), ...closer, hold(1.4, target)],
    value: 105,
    intent: what,
  };
}

const wayTo = (
  { box }: Item,
  { viewport, scroll }: Screen,
  target: Parameters<typeof hold>[1] & object,
): ShotAction[] =>
  box.y >= scroll.y && box.y + box.height <= scroll.y + viewport.height
    ? [{ ...glance }]
    : [{ do: 'glide', target }, { ...glance }];

/** The text that says the name or a value of the deed, and that the screen did not have before. */
function resultOf({ thing, fields }: Deed, before: Screen, after: Screen): Item | null {
  const said = [thing?.name, ...fields.map(({ value }) => (value.to === 'text' ? value.text : null))].filter(
    (text): text is string => text !== null && text !== undefined && text.length > 1,
  );
  const known = new Set(before.items.map((item) => keyOf(before, item)));
  const fresh = after.items.filter(
    (item) => /^(?:text|button|link|body)$/.test(item.kind) && !known.has(keyOf(after, item)),
  );
  return said.map((text) => fresh.find(({ name }) => says(name, text))).find((item) => item) ?? null;
}

const keyOf = ({ things }: Screen, { name, owner }: Item) => `${name} ${(things[owner] as Thing).name}`;
