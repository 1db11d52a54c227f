import { accountsReadModel, countDemosOfAccount } from '../../accounts/accounts.ts';
import type { AccountEvent } from '../../accounts/events.ts';
import { projection } from '../../projection.ts';
import type { ProjectEvent } from '../../projects/events.ts';
import { countDemosOfProject, projectsReadModel } from '../../projects/projects.ts';
import type { DemoEvent } from '../events.ts';

/**
 * A demo is counted in two read models of slices below: in its owner's account and in its project. Those slices own
 * the rows and say how a count changes them. This slice says when, since it alone knows the facts of demos.
 */
export const accountsProjection = projection<AccountEvent | DemoEvent>({
  ...accountsReadModel,
  on: {
    ...accountsReadModel.on,
    DemoCreated: ({ data }) => countDemosOfAccount(data.userId, 1),
    DemoDeleted: ({ data }) => countDemosOfAccount(data.userId, -1),
  },
});

export const projectsProjection = projection<ProjectEvent | DemoEvent>({
  ...projectsReadModel,
  on: {
    ...projectsReadModel.on,
    DemoCreated: ({ data }) => countDemosOfProject(data.projectId, 1),
    DemoDeleted: ({ data }) => countDemosOfProject(data.projectId, -1),
  },
});
