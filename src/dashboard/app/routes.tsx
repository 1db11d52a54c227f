import { createBrowserRouter } from 'react-router';
import { Home } from '../home/home.tsx';
import { Layout } from './layout.tsx';
import { MissingPage, RouteFault } from './missing.tsx';

/**
 * The addresses of the dashboard; `src/api/pages/dashboard.ts` has the same. What a newcomer does not need at once is loaded when it is
 * opened. React Router, since its routes load their code themselves and it is smaller than TanStack's; the types of parameters, which
 * that one adds, would check two addresses here.
 */
export const router = createBrowserRouter([
  {
    Component: Layout,
    ErrorBoundary: RouteFault,
    HydrateFallback: () => null,
    children: [
      { path: '/', Component: Home },
      {
        path: '/new',
        lazy: async () => ({ Component: (await import('../storyboard/storyboard-page.tsx')).StoryboardPage }),
      },
      {
        path: '/demos',
        lazy: async () => ({ Component: (await import('../demos/demos-page.tsx')).DemosPage }),
      },
      {
        path: '/demos/:id',
        lazy: async () => ({ Component: (await import('../demo/demo-page.tsx')).DemoPage }),
      },
      {
        path: '/projects',
        lazy: async () => ({ Component: (await import('../projects/projects-page.tsx')).ProjectsPage }),
      },
      {
        path: '/projects/:id',
        lazy: async () => ({ Component: (await import('../projects/project-page.tsx')).ProjectPage }),
      },
      {
        path: '/keys',
        lazy: async () => ({ Component: (await import('../account/keys-page.tsx')).KeysPage }),
      },
      {
        path: '/credits',
        lazy: async () => ({ Component: (await import('../account/credits-page.tsx')).CreditsPage }),
      },
      {
        path: '/account',
        lazy: async () => ({ Component: (await import('../account/account-page.tsx')).AccountPage }),
      },
      { path: '*', Component: MissingPage },
    ],
  },
]);
