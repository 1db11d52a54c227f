import { apiKeyRouter } from './api-keys/router.ts';
import { backgroundRouter } from './backgrounds/router.ts';
import { creditRouter } from './credits/router.ts';
import { demoRouter } from './demos/router.ts';
import { deviceLoginRouter } from './device-logins/router.ts';
import { embedRouter } from './embeds/router.ts';
import { loginRouter } from './logins/router.ts';
import { lookRouter } from './looks/router.ts';
import { picturesRouter } from './pictures/router.ts';
import { router } from './procedure.ts';
import { demoBatchRouter } from './project-demos/batch-router.ts';
import { projectDemoProcedures } from './project-demos/router.ts';
import { webhookRouter } from './project-demos/webhook-router.ts';
import { projectProcedures } from './projects/router.ts';
import { projectSecretRouter } from './projects/secrets-router.ts';
import { resetRouter } from './resets/router.ts';
import { uploadRouter } from './uploads/router.ts';
import { usageRouter } from './usage/router.ts';
import { webhookDeliveryRouter } from './webhooks/delivery-router.ts';
import { webhookEndpointRouter } from './webhooks/router.ts';

const { create, list, edit } = projectProcedures;
const { read, pages, delete: deleteWithDemos, refresh, restyle } = projectDemoProcedures;

/**
 * Every operation of the API; the REST surface and its document are made of it. The names are kept with stored answers to
 * an `Idempotency-Key`, so they never change. The order is that of the document.
 */
export const appRouter = router({
  projects: router({ create, list, read, pages, edit, delete: deleteWithDemos, refresh, restyle }),
  projectSecrets: projectSecretRouter,
  logins: loginRouter,
  resets: resetRouter,
  webhooks: webhookRouter,
  demos: demoRouter,
  demoBatches: demoBatchRouter,
  looks: lookRouter,
  embeds: embedRouter,
  apiKeys: apiKeyRouter,
  credits: creditRouter,
  pictures: picturesRouter,
  uploads: uploadRouter,
  backgrounds: backgroundRouter,
  webhookEndpoints: webhookEndpointRouter,
  webhookDeliveries: webhookDeliveryRouter,
  deviceLogins: deviceLoginRouter,
  accounts: usageRouter,
});
