import type { Inputs } from '../data/api.ts';

export type EventType = NonNullable<NonNullable<Inputs['webhookEndpoints']['create']['events']>[number]>;

/** What can be told, in words. */
export const eventWords: Record<EventType, string> = {
  'demo.ready': 'A film is ready',
  'demo.failed': 'A film failed',
  'demo.refreshed': 'A refresh made a new version',
  'demo.unchanged': 'A refresh found nothing new',
  'credits.low': 'Credits are low',
  'credits.topped_off': 'Credits were bought automatically',
};
export const eventTypes = Object.keys(eventWords) as EventType[];

/** Of the events in a form; null where all are wanted. */
export function eventsOf(fields: FormData): EventType[] | null {
  const chosen = eventTypes.filter((type) => fields.has(type));
  return chosen.length === eventTypes.length ? null : chosen;
}
