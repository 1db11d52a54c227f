import { type Executable, findExecutable } from '../../recorder/index.ts';
import type { FilmOrder } from '../film/film.ts';
import { rulesFor } from '../film/guard-rules.ts';
import type { RecordingSettings } from '../film/recording-settings.ts';
import type { CellOrder } from './messages.ts';

/** Looks up what a cell needs for this job. All else stays with the service. */
export async function cellOrderOf(
  settings: RecordingSettings,
  { job, log, speak, leftMs }: Pick<FilmOrder, 'job' | 'log' | 'speak' | 'leftMs'>,
  folder: string,
  takePath: string | null = null,
): Promise<CellOrder> {
  const { fps, ffmpegPath, model, limits, keepsTakes, previewMs } = settings;
  const { allowHosts, allowLoopback } = rulesFor({ job, log }, settings);
  const background = job.presentation?.background;
  const isPicture = typeof background === 'object' && 'imageUrl' in background;
  return {
    ...{ job, folder, fps, allowHosts, allowLoopback, ffmpegPath, limits, takePath, keepsTakes },
    previewMs,
    speaks: speak !== undefined,
    logLevel: log.level,
    leftMs: leftMs?.() ?? null,
    executable: await browserOf(settings.chromiumPath),
    model: model && {
      ...{ provider: model.provider, model: model.model },
      ...{ maxTokens: model.maxTokens, timeoutMs: model.timeoutMs, price: model.price },
    },
    login: await settings.loginOf(job.projectId, job.url),
    ownPicture: isPicture ? await settings.ownPicture(background.imageUrl) : null,
  };
}

/** The packed browser is unpacked by the service, once, and every cell may read it. */
async function browserOf(chromiumPath: string | null): Promise<Executable> {
  return findExecutable(chromiumPath ?? undefined);
}
