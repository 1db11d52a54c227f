import { router } from '../api/trpc.ts';
import { accountRouter } from './accounts/router.ts';
import { apiKeyRouter } from './api-keys/router.ts';
import { creditRouter } from './credits/router.ts';
import { demoRouter } from './demos/router.ts';
import { projectRouter } from './projects/router.ts';
import { projectSecretRouter } from './projects/secrets-router.ts';

/** Every operation of the API. The REST surface and its document are made of it. */
export const appRouter = router({
  projects: projectRouter,
  projectSecrets: projectSecretRouter,
  demos: demoRouter,
  apiKeys: apiKeyRouter,
  credits: creditRouter,
  accounts: accountRouter,
});
