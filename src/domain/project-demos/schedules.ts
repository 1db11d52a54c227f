import type { Sql } from 'postgres';
import { projection } from '../projection.ts';
import type { ProjectEvent } from '../projects/events.ts';
import { nextDue } from './due.ts';

/** Read model: when projects that a clock refreshes are due. */
export const projectSchedulesProjection = projection<ProjectEvent>({
  name: 'project_schedules',
  version: 1,
  tables: ['project_schedules'],
  on: {
    RefreshScheduleChanged: ({ data, recordedAt }) => {
      const { projectId, userId, schedule } = data;
      const due = nextDue(schedule, projectId, recordedAt);
      return [
        { op: 'delete', table: 'project_schedules', key: { project_id: projectId } },
        ...(due
          ? [
              {
                op: 'insert' as const,
                table: 'project_schedules',
                row: { project_id: projectId, user_id: userId, due_at: due },
              },
            ]
          : []),
      ];
    },
    ScheduledRefreshStarted: ({ data }) => [
      {
        op: 'update',
        table: 'project_schedules',
        key: { project_id: data.projectId },
        set: { due_at: new Date(data.nextDueAt) },
      },
    ],
    ProjectDeleted: ({ data }) => [
      { op: 'delete', table: 'project_schedules', key: { project_id: data.projectId } },
    ],
  },
});

export interface DueProject {
  projectId: string;
  dueAt: Date;
}

/** The projects that should have been refreshed by now, the longest overdue first. */
export const dueProjects = async (sql: Sql, now: Date, limit: number): Promise<DueProject[]> => [
  ...(await sql<DueProject[]>`
    select project_id as "projectId", due_at as "dueAt" from project_schedules
    where due_at <= ${now} order by due_at, project_id limit ${limit}`),
];
