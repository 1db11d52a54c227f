import type { Outputs } from '../data/api.ts';

export type Project = Outputs['projects']['read'];

export const schedules: Record<Project['refresh_schedule'], string> = {
  manual: 'By hand',
  daily: 'Daily',
  weekly: 'Weekly',
  'on-deploy': 'After a deployment',
};
export const viewports: Record<Project['viewport'], string> = {
  desktop: 'Desktop, 1440 × 900',
  tablet: 'Tablet, 820 × 1180',
  mobile: 'Phone, 390 × 844',
};

export const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
