import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { appRouter } from '../../domain/router.ts';
import { faultOf, isPassing } from './fault.ts';
import { goToSignIn } from './session.ts';

type Router = typeof appRouter;
export type Inputs = inferRouterInputs<Router>;
export type Outputs = inferRouterOutputs<Router>;

/** The service takes at most ten queries in a request, and every change by itself. */
const url = '/api/trpc';
export const client = createTRPCClient<Router>({
  links: [
    splitLink({
      condition: ({ type }) => type === 'query',
      true: httpBatchLink({ url, maxItems: 10, maxURLLength: 4000 }),
      false: httpLink({
        url,
        headers: ({ op }) =>
          typeof op.context.idempotencyKey === 'string'
            ? { 'Idempotency-Key': op.context.idempotencyKey }
            : {},
      }),
    }),
  ],
});

/** A session that has ended leads to the sign-in, and from there back to the same page. */
const onError = (error: unknown) => {
  if (faultOf(error).status === 401) goToSignIn();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { staleTime: 5_000, retry: (count, error) => count < 2 && isPassing(faultOf(error)) },
  },
});

export const api = createTRPCOptionsProxy<Router>({ client, queryClient });
