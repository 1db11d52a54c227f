import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FilmWarning, filmedAgain, filmedTwice, softerText } from '../../domain/demos/film-warnings.ts';
import type { GenerationJob } from '../../domain/demos/jobs/generation.ts';
import { forgetOtherTakes, noteTake } from '../../domain/demos/jobs/takes.ts';
import { takeKey } from '../../domain/demos/media-keys.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { MediaStorage } from '../../media/index.ts';
import type { RenderedFilm } from '../film/film.ts';

/** What is stored of how a film was made. */
export interface TakeNote {
  takeVersion: number | undefined;
  filmWarnings: FilmWarning[];
}

/** Brings the take that a job composes anew into `folder`. @returns its path; null where the page has to be filmed */
export async function bringTake(
  media: MediaStorage,
  { demoId, takeVersion }: Pick<GenerationJob, 'demoId' | 'takeVersion'>,
  folder: string,
): Promise<string | null> {
  if (takeVersion === null) return null;
  const key = takeKey(demoId, takeVersion);
  if (!(await media.head(key))) return null;
  const path = join(folder, 'stored.take');
  await pipeline(media.read(key), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return path;
}

/** Stores the take of a film that was shot. What it says is published with the film. */
export async function shelveTake(
  services: DomainServices,
  media: MediaStorage,
  job: GenerationJob,
  {
    takePath,
    composed,
    findings,
    reshot,
  }: Pick<RenderedFilm, 'takePath' | 'composed' | 'findings' | 'reshot'>,
): Promise<TakeNote> {
  if (composed) {
    const soft = softerText(composed.enlargement);
    return { takeVersion: job.takeVersion ?? undefined, filmWarnings: soft ? [soft] : [] };
  }
  const filmWarnings = [
    ...(job.kind === 'restyle' && !job.retake ? [filmedAgain] : []),
    ...(findings ?? []),
    ...(reshot ? [filmedTwice(reshot)] : []),
  ];
  if (takePath === null) return { takeVersion: undefined, filmWarnings };
  await noteTake(services, job.demoId, job.version);
  await media.putFile(takeKey(job.demoId, job.version), takePath);
  return { takeVersion: job.version, filmWarnings };
}

/** Removes the takes of which no film is composed any more. To be called after the film was published. */
export async function clearOtherTakes(
  services: DomainServices,
  media: MediaStorage,
  { demoId }: GenerationJob,
  { takeVersion = 0 }: TakeNote,
): Promise<void> {
  await forgetOtherTakes(services, demoId, takeVersion, (key) => media.delete(key));
}
