import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AdminRouter } from '../../admin/router.ts';
import { queryClient } from '../data/api.ts';

export type Inputs = inferRouterInputs<AdminRouter>;
export type Outputs = inferRouterOutputs<AdminRouter>;

/** What operators do. Answers come line by line, so that an audit is seen while it runs. */
export const client = createTRPCClient<AdminRouter>({
  links: [httpBatchStreamLink({ url: '/api/operator', maxItems: 10, maxURLLength: 4000 })],
});

export const operators = createTRPCOptionsProxy<AdminRouter>({ client, queryClient });
