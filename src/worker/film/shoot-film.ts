import type { Finding } from '../../critic/index.ts';
import type { FilmedScene } from '../../domain/demos/jobs/progress.ts';
import { planOfSupplied } from '../../domain/demos/supplied.ts';
import { leadsOf } from '../../recorder/contract/leads.ts';
import { longestFilmMs } from '../../recorder/contract/length.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';
import type { Speech } from '../../recorder/contract/spoken-lines.ts';
import { layoutStage, withCaptionsOnTop } from '../../recorder/contract/stage-layout.ts';
import { type Guard, record } from '../../recorder/index.ts';
import { shorten } from '../../text.ts';
import type { FilmOrder, RenderedFilm } from './film.ts';
import type { OpenedPage } from './open-page.ts';
import { collectPageText } from './page/collect-page-text.ts';
import { examineFilm } from './page/examine.ts';
import { noteBlockedNavigation } from './page/note-blocked-navigation.ts';
import type { Redaction } from './page/redaction.ts';
import { framesAround } from './pictures/film-frames.ts';
import { pictureOutcome } from './pictures/picture-outcome.ts';
import type { Screenplay } from './planning/script-for.ts';
import type { RecordingSettings } from './recording-settings.ts';
import type { FilmScene } from './scene.ts';

/** What a film is shot with. */
export interface Shoot extends Screenplay {
  /** What is said while the script's steps are shown. */
  speech: readonly Speech[];
  opened: OpenedPage;
  guard: Guard;
  scene: FilmScene;
  settings: RecordingSettings;
  backgroundImage: Uint8Array | null;
  hides: readonly string[] | undefined;
  redaction: Redaction;
  /** What the film does in another way than an earlier one of the same script. */
  differently?: { afterAct?: () => Promise<void>; captionsOnTop?: boolean } | undefined;
}

/** A film with what the critic says of it. */
export interface ShotFilm extends RenderedFilm {
  findings: Finding[];
  /** Selects the banner or the chat window that is seen at the end; null where there is none. */
  leftOver: string | null;
}

/** Films the page that is open, and has the film examined while its end is still on the screen. */
export async function shootFilm(
  given: Shoot,
  { job, signal, log, meter, folder, onStep, onGlance }: FilmOrder,
): Promise<ShotFilm> {
  const { guard, scene, settings, backgroundImage, script, onward, speech, hides, redaction } = given;
  const { session, proxy } = given.opened;
  const { ffmpegPath } = settings;
  const pageText = collectPageText(session);
  const blocked = noteBlockedNavigation(session);
  const stage = stageOf(given);
  const examined = examineFilm(session, job, { viewport: scene.viewport, stage, signal, log });
  const sceneNow = scenesOf(redaction.apply(script));
  const recording = record(
    {
      ...scene,
      ...given.differently,
      script,
      session,
      backgroundImage,
      ffmpegPath,
      tempDir: folder,
      url: job.url,
      explain: guard.explain,
      proxy,
      durationMs: job.durationTargetMs,
      mostMs: longestFilmMs(job.durationTargetMs),
      watermark: job.watermark,
      siteName: job.siteName,
      goOn: onward?.goOn,
      speech,
      gif: true,
      keepsTake: settings.keepsTakes,
      hides,
      redact: redaction.apply,
    },
    {
      signal,
      log,
      onStep: (line) => {
        pageText.note(line);
        examined.noteStep(line);
        onStep(redaction.apply(blocked.note(line)));
      },
      onGlance,
      onFrame: examined.note,
      onPress: examined.notePress,
      onProgress: ({ step, progress, scriptStep }) => {
        const scene = scriptStep === undefined ? null : sceneNow(scriptStep);
        meter.advance(step, progress, scene?.name ?? messages[step], scene);
      },
    },
  );
  const film = await recording.catch((fault: unknown) => {
    throw redaction.applyToFault(fault);
  });
  log.info({ ...film.timingsMs, frames: film.frames, peakRssBytes: film.peakRssBytes }, 'film recorded');
  const verdict = await examined
    .verdict({ ...film, leads: leadsOf(scene.presentation) })
    .catch((fault: unknown) => {
      throw redaction.applyToFault(fault);
    });
  const findings = await pictureOutcome(film, verdict, { ffmpegPath, signal, log });
  return {
    ...film,
    composed: null,
    findings: redaction.apply(findings),
    leftOver: verdict.leftOver,
    said: redaction.apply(await pageText.all()),
    framesAround: (timeMs: number) =>
      framesAround(film.videoPath, timeMs, { ffmpegPath, film: scene.output }),
    script: redaction.apply(film.script),
    recordingLog: redaction.apply(film.recordingLog.map(blocked.told)),
    snapshots: film.snapshots.map((one) => ({ ...one, label: redaction.apply(one.label) })),
  };
}

/** The film's own: one that is recut is shot for another. */
const stageOf = ({ scene, differently }: Shoot) =>
  differently?.captionsOnTop ? withCaptionsOnTop(layoutStage(scene)) : layoutStage(scene);

/** The scene that a step belongs to. What comes before the first scene's steps belongs to it. */
function scenesOf(script: ActionScript): (scriptStep: number) => FilmedScene {
  const { sceneSteps, aiPlan } = planOfSupplied(script);
  return (scriptStep) => {
    const index = Math.max(
      0,
      sceneSteps.findLastIndex((first) => first <= scriptStep),
    );
    return { index, count: sceneSteps.length, name: shorten(aiPlan.scenes[index]!.what, 200) };
  };
}

const messages = { recording: 'Recording the page', rendering: 'Finishing the film' };
