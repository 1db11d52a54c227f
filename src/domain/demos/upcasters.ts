import type { Upcaster } from '../../store/index.ts';
import type { Json, JsonObject } from '../../store/types.ts';
import type { DemoEvent } from './events.ts';

/**
 * These events carry documents that people read: scripts, plans, presentations, logs. Version 1 of them lay in a column of jsonb,
 * which forgot the order of members; version 2 has the same members in the order in which they were written.
 */
const types: DemoEvent['type'][] = [
  'DemoCreated',
  'GenerationQueued',
  'DemoPlanned',
  'DemoPublished',
  'GenerationFailed',
];

export const demoUpcasters: Upcaster[] = [
  ...types.map((type) => ({ type, from: 1, upcast: (data: JsonObject) => mapped(data, asWritten) })),
  // Until version 3, every film that was made here was 16:9.
  {
    type: 'DemoCreated',
    from: 2,
    upcast: (data) => ({ ...data, aspect: data.source === 'upload' ? null : '16:9' }),
  },
  { type: 'GenerationQueued', from: 2, upcast: (data) => ({ ...data, aspect: '16:9' }) },
  // The next version has more members, `sound` and `audible`, which are left out of the events of silent films.
  { type: 'DemoCreated', from: 3, upcast: (data) => data },
  { type: 'GenerationQueued', from: 3, upcast: (data) => data },
  { type: 'DemoPublished', from: 2, upcast: (data) => data },
];

/**
 * The order in which this service wrote members while version 1 was current. One list does for all documents, since names that two
 * of them share stand in the same order in both.
 */
const order = [
  // Lines of recording logs, stills, scripts and their steps.
  'step type intent subject startMs endMs status selector message timeMs key url label title steps',
  'tag role name parameters x y width height deviceScaleFactor isMobile hasTouch isLandscape',
  'expression text selectors offsetX offsetY button deviceType duration value operator index count visible',
  'attributes properties minMs weight download upload latency',
  'timeout target frame assertedEvents showreel snapshot',
  // What an element was like.
  'heading region near lang path place box peers twins others identity',
  // Presentations.
  'background from to angle imageUrl mockup zoom enabled intensity transitionMs padding cursor clickEffect fade',
  'inMs outMs style color size scale windowAnimation intro outro introDurationMs outroDurationMs debugHud',
  'recordingTemplate id selectedId sectionHint effectiveId autoSelection confidence reason',
  // Plans, and what a refresh found.
  'source summary scenes signals what why evidence change section before after',
  'model calls inputTokens outputTokens estimated costUsd',
].flatMap((names) => names.split(' '));
const places = new Map(order.map((name, place) => [name, place]));
const placeOf = (name: string) => places.get(name) ?? order.length;

/** A name that is not known comes after those that are. */
function asWritten(value: Json): Json {
  if (Array.isArray(value)) return value.map(asWritten);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(mapped(value, asWritten));
  return Object.fromEntries(members.sort(([a], [b]) => placeOf(a) - placeOf(b)));
}

const mapped = (object: JsonObject, of: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, of(value)]));
