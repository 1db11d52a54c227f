import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { CommandContext, UnitOfWork } from '../../store/types.ts';
import { demandFormat } from '../accounts/plans.ts';
import { partOf } from '../context.ts';
import { termsOf } from '../credits/charges/charge.ts';
import { monthOf, secondsToNextMonth } from '../credits/charges/month.ts';
import { demoDecider } from '../demos/decide.ts';
import { type DemoFact, demoStream, type Trigger } from '../demos/events.ts';
import { mediaPrefix } from '../demos/media-keys.ts';
import type { UploadedVideo } from '../intake.ts';
import { ownedProject } from '../projects/owned.ts';
import type { DomainServices } from '../services.ts';
import { demandPresence, type IncomingBody } from './body.ts';
import { demandRoom, uploadDecider } from './decide.ts';
import { uploadStream } from './events.ts';
import { enqueueIllustration, enqueueSettlement } from './tasks.ts';

export interface UploadRequest {
  userId: string;
  projectId: string;
  prompt: string;
  title: string | null;
  /** The length that the caller gives; the one that the file says wins. */
  durationMs: number | null;
  format: 'mp4' | 'webm';
  triggeredBy: Trigger;
}

/**
 * Receives a film and makes it a demo that is ready, which counts against the uploads of the month. Whether the
 * upload is allowed is checked before the body is read, and again when the demo is stored: of many simultaneous
 * uploads only as many succeed as the plan has room for. Whatever goes wrong, no file is left.
 *
 * @throws AppError 404 (project), 403 `format_not_in_plan`, 429 `quota_exceeded`, 415 `invalid_video`,
 *   `wrong_format`, and what the intake says of a body.
 */
export async function publishUpload(
  services: DomainServices,
  context: CommandContext,
  request: UploadRequest,
  body: IncomingBody,
): Promise<{ demoId: string; jobId: string }> {
  await services.store.execute(context, (unit) => admit(unit, services, request));
  const file = await services.intake.receive(body.stream, body.sizeBytes);
  try {
    const video = await file.checkVideo();
    demandSameFormat(video, request, body);
    demandPresence(body);
    const demoId = newId('demo');
    const videoKey = `${mediaPrefix(demoId, 1)}video.${request.format}`;
    // Queued first, so that the task finds the file where the process dies between keeping the file and storing the
    // demo.
    await services.store.execute(partOf(context, `settle:${demoId}`), (unit) =>
      enqueueSettlement(unit, demoId, services.clock.now()),
    );
    await file.keep(videoKey);
    const film = { demoId, videoKey, video, sizeBytes: body.sizeBytes };
    return await removingUnlessStored(services, context, film, () =>
      storeDemo(services, context, request, film),
    );
  } finally {
    await file.discard();
  }
}

/** @throws AppError 404, 403, 429, in this order. */
async function admit(unit: UnitOfWork, services: DomainServices, request: UploadRequest) {
  const { userId, projectId, format } = request;
  await ownedProject(unit, projectId, userId);
  const terms = await termsOf(unit, userId);
  demandFormat(terms, format);
  const uploads = await unit.load(uploadDecider, uploadStream(userId));
  const at = services.clock.now();
  const room = {
    month: monthOf(at),
    monthlyUploads: terms.monthlyUploads,
    secondsToNextMonth: secondsToNextMonth(at),
  };
  demandRoom(room, uploads.state);
  return { uploads, room };
}

/** `format` and Content-Type both say what the file is, and neither is believed: both have to agree with the file. */
function demandSameFormat(
  { container }: UploadedVideo,
  { format }: UploadRequest,
  { mediaType }: IncomingBody,
) {
  const wrong = (said: string) =>
    new AppError('wrong_format', 415, `The body is ${names[container]}, but ${said}.`);
  if (container !== format)
    throw wrong(`\`format\` is "${format}" (which it is where it is left out: "mp4")`);
  if (mediaType !== `video/${container}`) throw wrong(`the Content-Type header says "${mediaType}"`);
}
const names = { mp4: 'an MP4 file', webm: 'a WebM file' };

interface KeptFilm {
  demoId: string;
  videoKey: string;
  video: UploadedVideo;
  sizeBytes: number;
}

async function storeDemo(
  services: DomainServices,
  context: CommandContext,
  request: UploadRequest,
  { demoId, videoKey, video, sizeBytes }: KeptFilm,
): Promise<{ demoId: string; jobId: string }> {
  const { userId, projectId, prompt, title, format, triggeredBy } = request;
  const { width, height } = video;
  const { events } = await services.store.execute(context, async (unit) => {
    const { uploads, room } = await admit(unit, services, request);
    const jobId = newId('job');
    const demo = unit.begin(demoDecider, demoStream(demoId));
    demo.decide({
      type: 'create',
      demo: {
        demoId,
        projectId,
        userId,
        prompt,
        format,
        source: 'upload',
        resolution: Math.min(width, height) > 720 ? '1080p' : '720p',
        aspect: null,
        durationTarget: null,
        mode: null,
        presentation: null,
        pageUrl: null,
        context: null,
        contextHash: null,
      },
    });
    const durationMs = video.durationMs ?? request.durationMs;
    const film = { jobId, triggeredBy, title, videoKey, durationMs, width, height, sizeBytes };
    demo.decide({ type: 'upload', by: userId, film });
    uploads.decide({ type: 'count', userId, demoId, ...room });
    enqueueIllustration(unit, demoId);
  });
  // The event that the command stored, whether just now or when it was first given.
  const told = events.find(({ type }) => type === 'DemoUploaded');
  if (!told) throw new Error('the command published no upload');
  const { demoId: shownId, jobId } = told.data as DemoFact<'DemoUploaded'>;
  return { demoId: shownId, jobId };
}

/** Removes the file again where it did not become that of the demo. */
async function removingUnlessStored(
  { store, intake }: DomainServices,
  { commandId }: CommandContext,
  { demoId, videoKey }: KeptFilm,
  work: () => Promise<{ demoId: string; jobId: string }>,
): Promise<{ demoId: string; jobId: string }> {
  try {
    const told = await work();
    if (told.demoId !== demoId) await intake.remove(videoKey);
    return told;
  } catch (fault) {
    // An append that failed may have been committed all the same. Where that cannot be found out, the file stays, and
    // the settlement looks again.
    const written = await store.readCommand(commandId).catch(() => null);
    if (written?.length === 0) await intake.remove(videoKey);
    throw fault;
  }
}
