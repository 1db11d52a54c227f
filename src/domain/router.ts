import { accountRouter } from './accounts/router.ts';
import { apiKeyRouter } from './api-keys/router.ts';
import { backgroundRouter } from './backgrounds/router.ts';
import { creditRouter } from './credits/router.ts';
import { demoRouter } from './demos/router.ts';
import { deviceLoginRouter } from './device-logins/router.ts';
import { embedRouter } from './embeds/router.ts';
import { loginRouter } from './logins/router.ts';
import { router } from './procedure.ts';
import { projectRouter } from './projects/router.ts';
import { projectSecretRouter } from './projects/secrets-router.ts';
import { webhookRouter } from './projects/webhook-router.ts';
import { uploadRouter } from './uploads/router.ts';

/** Every operation of the API. The REST surface and its document are made of it. */
export const appRouter = router({
  projects: projectRouter,
  projectSecrets: projectSecretRouter,
  logins: loginRouter,
  webhooks: webhookRouter,
  demos: demoRouter,
  embeds: embedRouter,
  apiKeys: apiKeyRouter,
  credits: creditRouter,
  uploads: uploadRouter,
  backgrounds: backgroundRouter,
  deviceLogins: deviceLoginRouter,
  accounts: accountRouter,
});
