/**
 * `showreel doctor`: tries for real everything that the service needs, with the settings that the service would have, and says what to do
 * about what does not work. It may run beside the service, and leaves nothing behind but an embedded server's folder where there was none.
 * Only `showreel.ts` comes in.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { createLogger, type Logger } from '../log.ts';
import { openMailer } from '../mail/index.ts';
import { openMedia } from '../media/open.ts';
import { tryBrowser } from './browser.ts';
import { type Diagnosis, type Finding, failed, ok, sentenceOf, skipped, warned } from './check.ts';
import { tryCodecs } from './codecs.ts';
import { tryDatabase } from './database.ts';
import { tryOutboundGuard } from './outbound.ts';
import { tryDataFolder, tryMedia } from './storage.ts';

export type { Diagnosis } from './check.ts';
export { linesOf } from './report.ts';

/** Names of checks with what they do, in the order in which they are told. */
type Checks = Record<string, () => Promise<Finding[]>>;

/** A check that hangs says as much as one that fails. */
const patienceMs = 60_000;

/** @param onDiagnosis is told of each result as it comes */
export async function examine(
  config: Config,
  onDiagnosis: (diagnosis: Diagnosis) => void,
): Promise<Diagnosis[]> {
  const log = createLogger('silent', 'doctor');
  const all: Diagnosis[] = [];
  for (const [name, check] of Object.entries(
    checksFor({ ...config, dataDir: resolve(config.dataDir) }, log),
  )) {
    const findings = await within(check()).catch((error: unknown) => [
      failed(sentenceOf(error), `Find out why; \`${name}\` could not even be tried.`),
    ]);
    for (const finding of findings) {
      const diagnosis = { name, ...finding };
      all.push(diagnosis);
      onDiagnosis(diagnosis);
    }
  }
  return all;
}

function checksFor(config: Config, log: Logger): Checks {
  const { dataDir, role, chromiumPath, ffmpegPath } = config;
  const records = role !== 'api';
  const only = (check: () => Promise<Finding[]>) => async () =>
    records ? check() : [skipped('a process with the role api does not film')];
  return {
    'data folder': () => tryDataFolder(dataDir),
    database: () => tryDatabase(config, log),
    media: async () =>
      existsSync(dataDir)
        ? tryMedia(await openMedia(config), config.bucket)
        : [skipped('there is no data folder to try it in')],
    mail: async () => [await tryMail(config.mail)],
    'secret keys': async () => [judgeKeys(config)],
    browser: only(() => tryBrowser({ chromiumPath, ffmpegPath, log })),
    codecs: () => tryCodecs(ffmpegPath),
    'outbound guard': only(() => tryOutboundGuard(config, log)),
  };
}

async function tryMail(mail: Config['mail']): Promise<Finding> {
  if (!mail) return skipped('not set up: SHOWREEL_SMTP_URL');
  const mailer = openMailer(mail);
  try {
    await mailer.check();
    return ok('the mail server greets, and takes the user name and password where there are any');
  } catch (error) {
    return failed(sentenceOf(error), 'Compare SHOWREEL_SMTP_URL with what the mail server’s operator says.');
  } finally {
    mailer.close();
  }
}

const judgeKeys = ({ secretKeys, databaseUrl, role }: Config): Finding =>
  secretKeys || (databaseUrl === null && role === 'all')
    ? ok(secretKeys ? 'from SHOWREEL_SECRET_KEYS' : 'in secret.key of the data folder')
    : warned(
        'in secret.key of the data folder, of which other machines have none',
        'With several machines, set the same SHOWREEL_SECRET_KEYS on all of them.',
      );

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs / 1000} s`)), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
