import { hostOf, isLoopbackHost } from '../../site.ts';
import type { FilmOrder } from './film.ts';
import type { RecordingSettings } from './recording-settings.ts';

/**
 * What the guard of one film lets through. Loopback is open only to a page of this machine: a page of the web that could reach it
 * would read the services that run here.
 */
export const rulesFor = ({ job, log }: Pick<FilmOrder, 'job' | 'log'>, settings: RecordingSettings) => ({
  allowHosts: settings.allowHosts,
  allowLoopback: settings.allowLoopback && isLoopbackHost(hostOf(job.url) ?? ''),
  log,
});
