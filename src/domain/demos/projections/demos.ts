import type { ActionScript } from '../../../recorder/contract/script.ts';
import type { ProjectableEvent, RowChange, RowValue } from '../../../store/types.ts';
import { projection } from '../../projection.ts';
import { firstDeed } from '../data-warning.ts';
import type { DemoEvent } from '../events.ts';
import { queuedStatus } from '../state.ts';

/** Read model: every demo as the API shows it. The columns that hold documents hold them as JSON texts. */
export const demosProjection = projection<DemoEvent>({
  name: 'demos',
  version: 6,
  tables: ['demos'],
  documents: {
    demos: ['action_script', 'ai_plan', 'presentation', 'snapshots', 'recording_log', 'warnings', 'sound'],
  },
  on: {
    DemoCreated: ({ data, recordedAt }) => [
      {
        op: 'insert',
        table: 'demos',
        row: {
          id: data.demoId,
          user_id: data.userId,
          project_id: data.projectId,
          prompt: data.prompt,
          status: data.source === 'upload' ? 'ready' : 'pending',
          source: data.source,
          presentation: json(data.presentation),
          sound: json(data.sound ?? null),
          format: data.format,
          resolution: data.resolution,
          aspect: data.aspect,
          duration_target: data.durationTarget,
          mode: data.mode,
          page_url: data.pageUrl,
          context: data.context,
          context_hash: data.contextHash,
          version: 1,
          created_at: recordedAt,
          updated_at: recordedAt,
        },
      },
    ],
    DemoEdited: (event) => {
      const { prompt, context } = event.data;
      return update(event, {
        ...(prompt !== undefined && { prompt }),
        ...(context !== undefined && { context }),
      });
    },
    GenerationQueued: (event) => update(event, { status: queuedStatus(event.data.kind), error: null }),
    GenerationStarted: (event) =>
      event.data.kind === 'generate' ? update(event, { status: 'planning' }) : [],
    DemoPlanned: (event) => (event.data.shown === 'now' ? update(event, recipe(event.data)) : []),
    RecordingStarted: (event) => update(event, { status: 'recording' }),
    DemoPublished: (event) => {
      const { data, recordedAt } = event;
      return update(event, {
        ...recipe(data),
        status: 'ready',
        version: data.version,
        changes_data: changesData(data),
        video_key: data.videoKey,
        gif_key: data.gifKey,
        thumbnail_key: data.thumbnailKey,
        duration_ms: data.durationMs,
        ...(data.aspect && { aspect: data.aspect }),
        snapshots: json(data.snapshots),
        recording_log: json(data.recordingLog),
        sound: json(data.sound ?? null),
        is_audible: data.audible ?? false,
        error: null,
        ...(data.kind === 'refresh' && { refreshed_at: recordedAt }),
      });
    },
    RefreshFoundNoChange: (event) =>
      update(event, { status: 'ready', error: null, refreshed_at: event.recordedAt }),
    GenerationFailed: (event) => {
      const { status, message, recordingLog, warnings } = event.data;
      // Where an earlier film is shown, its own log stays. Where there is no film, the log tells how far the
      // recording came.
      const log = status === 'failed' && recordingLog ? json(recordingLog) : null;
      return update(event, {
        status,
        error: message,
        ...(log !== null && { recording_log: log }),
        ...(status === 'failed' && warnings && { warnings: json(warnings) }),
      });
    },
    GenerationCancelled: (event) => {
      const { status } = event.data;
      return update(event, { status, error: status === 'failed' ? 'cancelled' : null });
    },
    DemoUploaded: (event) => {
      const { title, videoKey, durationMs, width, height } = event.data;
      return update(event, {
        title,
        video_key: videoKey,
        duration_ms: durationMs,
        film_width: width,
        film_height: height,
        status: 'ready',
        version: 1,
      });
    },
    DemoTracksSet: (event) =>
      update(event, Object.fromEntries(event.data.kinds.map((kind) => [`has_${kind}`, true]))),
    DemoAssetSet: (event) => update(event, { [`${event.data.kind}_key`]: event.data.key }),
    DemoDeleted: ({ data }) => [{ op: 'delete', table: 'demos', key: { id: data.demoId } }],
  },
});

function update(event: ProjectableEvent<DemoEvent>, set: Record<string, RowValue>): RowChange[] {
  const key = { id: event.data.demoId };
  return [{ op: 'update', table: 'demos', key, set: { ...set, updated_at: event.recordedAt } }];
}

/** Of a user who is deleted, no script is left. */
const changesData = ({ actionScript }: { actionScript: object }) =>
  'steps' in actionScript && firstDeed(actionScript as ActionScript) >= 0;

const recipe = (data: {
  title: string | null;
  actionScript: object;
  aiPlan: object | null;
  presentation: object | null;
  warnings?: object[] | undefined;
}) => ({
  title: data.title,
  action_script: json(data.actionScript),
  ai_plan: json(data.aiPlan),
  presentation: json(data.presentation),
  warnings: json(data.warnings ?? []),
});

const json = (document: object | null) => (document === null ? null : JSON.stringify(document));
