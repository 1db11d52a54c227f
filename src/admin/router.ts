import { accountsRouter } from './accounts-router.ts';
import { auditRouter } from './audit-router.ts';
import { jobsRouter } from './jobs-router.ts';
import { logRouter } from './log-router.ts';
import { machinesRouter } from './machines-router.ts';
import { operatorsRouter } from './operators-router.ts';
import { projectionsRouter } from './projections-router.ts';
import { router } from './trpc.ts';

/** Every operation of the admin. */
export const adminRouter = router({
  accounts: accountsRouter,
  audit: auditRouter,
  jobs: jobsRouter,
  log: logRouter,
  machines: machinesRouter,
  operators: operatorsRouter,
  projections: projectionsRouter,
});
export type AdminRouter = typeof adminRouter;
