import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixedClock } from '../../src/clock.ts';
import { accountDecider } from '../../src/domain/accounts/decide.ts';
import { accountStream } from '../../src/domain/accounts/events.ts';
import type { PlanId } from '../../src/domain/accounts/plans.ts';
import { grantCredits } from '../../src/domain/credits/grant.ts';
import { openDomain } from '../../src/domain/index.ts';
import { createProject } from '../../src/domain/projects/create.ts';
import type { DomainServices } from '../../src/domain/services.ts';
import { newId } from '../../src/ids.ts';
import { createLogger } from '../../src/log.ts';
import { folderStorage } from '../../src/media/folder.ts';
import type { MediaStorage } from '../../src/media/index.ts';
import { putText } from '../../src/media/text.ts';
import { developmentPayment } from '../../src/payment/development.ts';
import { createSecrets } from '../../src/secrets.ts';
import { createIntake } from '../../src/start/intake.ts';
import type { CommandContext } from '../../src/store/types.ts';
import { type TestDatabase, testDatabase } from './database.ts';

export interface TestServices extends DomainServices {
  clock: ReturnType<typeof fixedClock>;
  database: TestDatabase;
  media: MediaStorage;
  stop(): Promise<void>;
}

/** Opens the whole domain over a real database of its own. Its clock stands still, in the middle of a month. */
export async function testServices(
  start = '2026-02-10T12:00:00.000Z',
  secrets = createSecrets([randomBytes(32)]),
): Promise<TestServices> {
  const database = await testDatabase();
  const clock = fixedClock(start);
  const mediaDir = join(tmpdir(), `showreel-domain-${randomBytes(8).toString('hex')}`);
  const media = folderStorage(mediaDir);
  const services = await openDomain({
    sql: database.sql,
    databaseUrl: database.url,
    clock,
    secrets,
    payment: developmentPayment,
    notes: { put: (key, text) => putText(media, key, text) },
    // The folder is made when a first file comes in, which happens in few tests of the domain.
    intake: createIntake({
      media,
      ffmpegPath: null,
      videoLimitBytes: 200 * 2 ** 20,
    }),
    log: createLogger('warn', 'test'),
  });
  return {
    ...services,
    clock,
    media,
    database,
    async stop() {
      await services.doorbell.stop();
      await database.stop();
      await rm(mediaDir, { recursive: true, force: true });
    },
  };
}

export const freshCommand = (actor = 'test'): CommandContext => ({
  commandId: newId('cmd'),
  metadata: { actor },
});

/** Opens an account for a new user, and grants credits where some are asked for. */
export async function openUser(
  services: DomainServices,
  { plan = 'unlimited', credits = 0 }: { plan?: PlanId; credits?: number } = {},
): Promise<string> {
  const userId = newId('user');
  await services.store.execute(freshCommand(), (unit) => {
    const account = unit.begin(accountDecider, accountStream(userId));
    account.decide({ type: 'open', userId, email: `${userId}@example.com`, plan });
  });
  if (credits > 0)
    await grantCredits(services, freshCommand(), { userId, amount: credits, description: 'Welcome' });
  return userId;
}

export async function openProject(
  services: DomainServices,
  userId: string,
  url = 'https://example.com/',
): Promise<string> {
  const project = { userId, name: 'Example', url, viewport: 'desktop' } as const;
  return (await createProject(services, freshCommand(userId), project)).projectId;
}
