import { credentialsPath } from './data/credentials.ts';
import type { Showreel } from './showreel.ts';

/** Prints the address of the running service and, on the first start, how to sign in. */
export function announce({ baseUrl, credentials, isFirstStart }: Showreel, dataDir: string): string {
  if (!baseUrl) return 'Showreel: the worker is waiting for jobs.';
  const lines = [`Showreel is ready at ${baseUrl}`];
  if (credentials && isFirstStart)
    lines.push(
      '',
      'This is the first start. Your account, shown this once:',
      `  email     ${credentials.email}`,
      `  password  ${credentials.password}`,
      `  live key  ${credentials.liveKey}`,
      `It is kept in ${credentialsPath(dataDir)} too, which only you can read.`,
    );
  return lines.join('\n');
}
