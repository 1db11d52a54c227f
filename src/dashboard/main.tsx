/**
 * The dashboard: where people make films without knowing the API. It runs in browsers, and `scripts/dashboard.ts` builds it; the API
 * serves what was built. It talks to the service over `/api/trpc`, the session's routes and the progress channel. Nothing of ours
 * imports this room, and it imports the types of the operations and no code of the service.
 */
import './app/layers.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { router } from './app/routes.tsx';
import { theme } from './app/theme.ts';
import { queryClient } from './data/api.ts';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    {/* What Mantine would write into style elements stands in `app/tokens.css`: the content policy allows no style inside the page. */}
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
