import { secretNames } from '../log.ts';
import type { TableDifference } from '../store/index.ts';

/** In events, `key` is a place in the media storage. Keys of the API are kept as hashes. */
const hiddenNames = new Set([...secretNames.filter((name) => name !== 'key'), 'keyHash', 'key_hash']);
const isHidden = (name: string) => hiddenNames.has(name) || name.startsWith('sealed');

/**
 * The data of an event as an operator sees it. What the service's log would not show is not shown here either, nor are secrets that are
 * sealed with the master key, nor hashes of keys: a copy of the screen should not be worth an attack.
 */
export function hideSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isHidden(name) ? '[secret]' : hideSecrets(one)]),
  );
}

type Row = TableDifference['rows'][number];

/** The same for the rows of a read model. That a secret differs is still seen. */
export function hideSecretsOfRow({ key, live, rebuilt }: Row): Row {
  const hidden = (row: Row['live'], other: Row['live'], sign: string) =>
    row &&
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        isHidden(name) ? (other && other[name] !== value ? sign : '[secret]') : value,
      ]),
    );
  return { key, live: hidden(live, rebuilt, '[another secret]'), rebuilt: hidden(rebuilt, null, '[secret]') };
}
