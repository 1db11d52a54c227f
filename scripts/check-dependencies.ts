// Judges the packages of the lock file: each has a hash, comes from npm's registry and has a licence that is allowed here. Then it asks the
// registry for known faults in what the service runs with. `make check` runs it; where the registry cannot be asked, it says so and goes on.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeDependencies } from './dependencies/judge.ts';

const root = join(import.meta.dirname, '..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const faults = [...judgeDependencies(lock.packages), ...(await knownFaults())];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

interface Audit {
  vulnerabilities?: Record<string, { severity: string; range: string; via: (string | { title: string })[] }>;
}

/** Faults of the severities `high` and `critical`. Lower ones are mostly of no consequence for a service and would stop all work. */
async function knownFaults(): Promise<string[]> {
  const words = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=10000'];
  const answer = await new Promise<string>((resolve) =>
    execFile('npm', words, { cwd: root, maxBuffer: 2 ** 26, timeout: 30_000 }, (_error, stdout) =>
      resolve(stdout),
    ),
  );
  const { vulnerabilities } = parsed(answer);
  if (!vulnerabilities) {
    console.error('The registry offers no audit here; only licences and hashes were checked.');
    return [];
  }
  return Object.entries(vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity, range, via }]) => {
      const titles = via.map((one) => (typeof one === 'string' ? one : one.title));
      return `${name} ${range}: ${severity}: ${titles.join('; ')}`;
    });
}

function parsed(text: string): Audit {
  try {
    return JSON.parse(text) as Audit;
  } catch {
    return {};
  }
}
