import { AppError } from '../errors.ts';
import type { EventMetadata, JsonObject } from './types.ts';

/** Turns the data of `type` at schema version `from` into that of `from + 1`. Pure. */
export interface Upcaster {
  type: string;
  from: number;
  upcast(data: JsonObject): JsonObject;
}

/**
 * The types of events that code knows, by name. `readableFrom` is for the time in which older code runs beside this code: the lowest
 * version whose readers may take the current form as their own, because members were only added. With 0, code that does not know
 * the type at all may pass over its events. Default: the current version, so that older code refuses what it would misread.
 */
export type EventTypes = Readonly<Record<string, { schemaVersion: number; readableFrom?: number }>>;

export interface Upcasts {
  /** The schema version that events of this type are written with today. */
  currentVersion(type: string): number;
  /** What `EventTypes` says of it. */
  readableFrom(type: string): number;
  /**
   * The data as this code reads it. What a newer version has added in a way that this code may read comes as it is.
   * @throws NewerEvent where this code would misread it
   */
  upcast(
    type: string,
    schemaVersion: number,
    data: JsonObject,
    metadata?: Pick<EventMetadata, 'readableFrom'>,
  ): { schemaVersion: number; data: JsonObject };
  /** Whether a fold takes the event in. @throws NewerEvent for one of a type that this code does not know and must not pass over */
  counts(event: { type: string; metadata: EventMetadata }): boolean;
}

/**
 * An event that code of a newer version has written, and that this code does not understand. A caller who tries again may meet a process of
 * that version.
 */
export class NewerEvent extends AppError {
  constructor(detail: string) {
    const message = 'The service is being brought to a newer version. Try again in a few seconds.';
    super('newer_version', 503, message, { detail, retryAfterSec: 5 });
  }
}

/**
 * The log is never rewritten: an old event becomes a new one each time it is read.
 * @param types null: every type counts as known
 * @throws Error where the steps of a type do not run from 1 upwards without a gap.
 */
export function createUpcasts(upcasters: readonly Upcaster[], types: EventTypes | null = null): Upcasts {
  const steps = new Map<string, Upcaster[]>();
  for (const upcaster of [...upcasters].sort((a, b) => a.from - b.from)) {
    const known = steps.get(upcaster.type) ?? [];
    if (upcaster.from !== known.length + 1)
      throw new Error(
        `The upcasters of ${upcaster.type} must start at schema versions 1, 2, 3 …: expected ${known.length + 1}, found ${upcaster.from}.`,
      );
    steps.set(upcaster.type, [...known, upcaster]);
  }
  const currentVersion = (type: string) => (steps.get(type)?.length ?? 0) + 1;
  return {
    currentVersion,
    readableFrom: (type) => types?.[type]?.readableFrom ?? currentVersion(type),
    upcast(type, schemaVersion, data, { readableFrom = schemaVersion } = {}) {
      const current = currentVersion(type);
      if (schemaVersion > current && readableFrom > current)
        throw new NewerEvent(
          `A ${type} event has schema version ${schemaVersion}, this code knows versions up to ${current}: start the newer version.`,
        );
      const upcasted = (steps.get(type) ?? [])
        .slice(schemaVersion - 1)
        .reduce((old, step) => step.upcast(old), data);
      return { schemaVersion: current, data: upcasted };
    },
    counts({ type, metadata }) {
      if (!types || Object.hasOwn(types, type)) return true;
      if (metadata.readableFrom === 0) return false;
      throw new NewerEvent(`This code does not know events of the type ${type}: start the newer version.`);
    },
  };
}
