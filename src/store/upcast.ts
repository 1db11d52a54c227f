import type { JsonObject } from './types.ts';

/** Turns the data of `type` at schema version `from` into that of `from + 1`. Pure. */
export interface Upcaster {
  type: string;
  from: number;
  upcast(data: JsonObject): JsonObject;
}

export interface Upcasts {
  /** The schema version that events of this type are written with today. */
  currentVersion(type: string): number;
  /** @throws Error for an event newer than this code. */
  upcast(type: string, schemaVersion: number, data: JsonObject): { schemaVersion: number; data: JsonObject };
}

/**
 * The log is never rewritten: an old event becomes a new one each time it is read.
 * @throws Error where the steps of a type do not run from 1 upwards without a gap.
 */
export function createUpcasts(upcasters: readonly Upcaster[]): Upcasts {
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
    upcast(type, schemaVersion, data) {
      const current = currentVersion(type);
      if (schemaVersion > current)
        throw new Error(
          `A ${type} event has schema version ${schemaVersion}, this code knows versions up to ${current}: start the newer version.`,
        );
      const upcasted = (steps.get(type) ?? [])
        .slice(schemaVersion - 1)
        .reduce((old, step) => step.upcast(old), data);
      return { schemaVersion: current, data: upcasted };
    },
  };
}
