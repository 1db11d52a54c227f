import { allowed, exceptions } from './licences.ts';

/** An entry of npm's lock file, as far as it is read here. */
export interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
}

const registry = 'https://registry.npmjs.org/';

/** @returns one sentence for each package that may not be used as it is locked, and for each exception that nothing needs */
export function judgeDependencies(packages: Readonly<Record<string, LockedPackage>>): string[] {
  const locked = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...entry }));
  const used = new Set<string>();
  const faults = locked.flatMap(({ name, version, license, integrity, resolved }) => {
    const found: string[] = [];
    const is = `${name} ${version}`;
    if (!integrity) found.push(`${is}: the lock file has no hash of it, so anything could be installed`);
    if (resolved && !resolved.startsWith(registry)) found.push(`${is}: it comes from ${resolved}`);
    if (license && permits(license)) return found;
    const exception = exceptionFor(name);
    if (exception) used.add(exception);
    else
      found.push(
        `${is}: its licence (${license ?? 'none is named'}) is not on the list of scripts/dependencies/licences.ts`,
      );
    return found;
  });
  const idle = Object.keys(exceptions).filter((name) => !used.has(name));
  return [...faults, ...idle.map((name) => `${name}: no package needs this exception any more`)];
}

/** Reads an SPDX expression. None of the lock file's nests one in another. */
export const permits = (expression: string): boolean =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => allowed.has(id)));

const exceptionFor = (name: string) =>
  Object.keys(exceptions).find((one) =>
    one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one,
  );
