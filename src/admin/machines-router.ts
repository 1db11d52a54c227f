import { z } from 'zod';
import { listMachines, machineSchema } from '../domain/machines.ts';
import { adminProcedure, router } from './trpc.ts';

export const machinesRouter = router({
  /** Machines with a worker, and how well they confine browsers and ffmpeg. */
  list: adminProcedure.output(z.array(machineSchema)).query(({ ctx }) => listMachines(ctx.services.sql)),
});
