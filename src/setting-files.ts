/** Settings whose value stands in a file, as containers and service managers hand over secrets. Only `config.ts` uses them. */
import { readFileSync } from 'node:fs';

export interface GivenSettings {
  values: Record<string, string | undefined>;
  /** One sentence for each file that gives no value, with the name of its variable. */
  faults: string[];
}

/**
 * `X_FILE` names a file that holds the value of the setting `X`. An environment is shown by `ps` and `docker inspect` and is
 * inherited by every child; the path of a file tells nobody anything. An empty variable counts as one that is not set.
 */
export function withFiles(env: NodeJS.ProcessEnv, names: readonly string[]): GivenSettings {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const faults: string[] = [];
  for (const name of names) {
    const path = values[`${name}_FILE`];
    if (path === undefined) continue;
    if (values[name] === undefined) {
      const value = read(path);
      if ('text' in value) values[name] = value.text;
      else faults.push(`${name}_FILE: expected a file that holds the setting; ${path} ${value.fault}`);
    } else faults.push(`${name}_FILE: expected either ${name} or ${name}_FILE; both are set.`);
  }
  return { values, faults };
}

function read(path: string): { text: string } | { fault: string } {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? { fault: 'is empty.' } : { text };
  } catch (error) {
    return { fault: `could not be read (${(error as NodeJS.ErrnoException).code}).` };
  }
}
