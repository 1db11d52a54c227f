import { createBrowserRouter, type RouteObject } from 'react-router';
import { Home } from '../home/home.tsx';
import { Layout } from './layout.tsx';
import { MissingPage, RouteFault } from './missing.tsx';

/** The service answers these for operators alone. */
const operatorRoutes: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('../operator/accounts-page.tsx')).AccountsPage }),
  },
  {
    path: 'accounts/:id',
    lazy: async () => ({ Component: (await import('../operator/account/account-page.tsx')).AccountPage }),
  },
  {
    path: 'audit',
    lazy: async () => ({ Component: (await import('../operator/audit-page.tsx')).AuditPage }),
  },
  { path: 'jobs', lazy: async () => ({ Component: (await import('../operator/jobs-page.tsx')).JobsPage }) },
  {
    path: 'read-models',
    lazy: async () => ({ Component: (await import('../operator/read-models-page.tsx')).ReadModelsPage }),
  },
  { path: 'log', lazy: async () => ({ Component: (await import('../operator/log-page.tsx')).LogPage }) },
  {
    path: 'service',
    lazy: async () => ({ Component: (await import('../operator/service-page.tsx')).ServicePage }),
  },
];

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
        path: '/demos/:id/look',
        lazy: async () => ({ Component: (await import('../look/look-page.tsx')).LookPage }),
      },
      {
        path: '/uploads',
        lazy: async () => ({ Component: (await import('../uploads/uploads-page.tsx')).UploadsPage }),
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
        path: '/webhooks',
        lazy: async () => ({ Component: (await import('../webhooks/webhooks-page.tsx')).WebhooksPage }),
      },
      {
        path: '/webhooks/:id',
        lazy: async () => ({ Component: (await import('../webhooks/endpoint-page.tsx')).EndpointPage }),
      },
      {
        path: '/credits',
        lazy: async () => ({ Component: (await import('../account/credits-page.tsx')).CreditsPage }),
      },
      {
        path: '/account',
        lazy: async () => ({ Component: (await import('../account/account-page.tsx')).AccountPage }),
      },
      {
        path: '/operator',
        lazy: async () => ({ Component: (await import('../operator/operator-frame.tsx')).OperatorFrame }),
        children: operatorRoutes,
      },
      { path: '*', Component: MissingPage },
    ],
  },
]);
