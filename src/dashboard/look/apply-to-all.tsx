import { Alert, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, type Outputs } from '../data/api.ts';
import { inPlainWords } from '../data/fault.ts';
import { titleOf } from '../parts/demo-state.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatNumber } from '../parts/format.ts';
import { SureButton } from '../parts/sure-button.tsx';
import { asAsked, type Draft, type Presentation } from './draft.ts';
import styles from './look.module.css';

type ProjectDemo = Outputs['projects']['read']['demos'][number];
type Done = Outputs['projects']['restyle'];

const lookEveryMs = 2_000;
const isOver = ({ status }: ProjectDemo) => status === 'ready' || status === 'failed';

/** Gives all demos of a project the look. It shows how far that is, and what could not be done. */
export function ApplyToAll(props: {
  projectId: string;
  draft: Draft;
  /** Otherwise each demo keeps its own shape. */
  isOtherShape: boolean;
}) {
  const { projectId, draft, isOtherShape } = props;
  const queries = useQueryClient();
  const project = useQuery({
    ...api.projects.read.queryOptions({ id: projectId }),
    refetchInterval: ({ state }) => (state.data?.demos.every(isOver) ? false : lookEveryMs),
  });
  const demos = project.data?.demos ?? [];
  const { mutateAsync } = useMutation(api.projects.restyle.mutationOptions());
  const apply = useMutation({
    mutationFn: async (presentation: Presentation) => {
      const before = new Map(demos.map(({ id, version }) => [id, version]));
      const done = await mutateAsync({
        id: projectId,
        presentation,
        ...(isOtherShape && { aspect: draft.aspect }),
      });
      await queries.invalidateQueries({ queryKey: api.projects.pathKey() });
      return { done, before };
    },
  });
  if (demos.length < 2 && !apply.data) return null;
  // Each demo keeps the template that its own sentence asks for.
  const { recordingTemplate: _, ...presentation } = asAsked(draft);
  return (
    <div className="stack">
      <div>
        <SureButton
          color="accent"
          label={`Apply to all ${formatNumber(demos.length)} demos of ${project.data?.name ?? 'the project'}`}
          ask={`It costs a generation each. Restyle ${formatNumber(demos.length)}?`}
          loading={apply.isPending}
          onSure={() => apply.mutate(presentation)}
        />
      </div>
      {apply.isError && <FaultNote error={apply.error} />}
      {apply.data && <Outcome {...apply.data} demos={demos} />}
    </div>
  );
}

function Outcome(props: {
  done: Done;
  demos: readonly ProjectDemo[];
  /** The versions before. */
  before: ReadonlyMap<string, number>;
}) {
  const { done, demos, before } = props;
  const found = new Map(demos.map((demo) => [demo.id, demo]));
  const over = done.jobs.flatMap(({ demoId }) => {
    const demo = found.get(demoId);
    return demo && isOver(demo) ? [demo] : [];
  });
  const failed = over.filter(({ id, version }) => version === before.get(id));
  const undone = [
    ...done.leftOut,
    ...failed.map(({ id }) => ({
      demoId: id,
      message: 'The new look could not be made; its page says why.',
    })),
  ];
  return (
    <>
      {done.queued > 0 && (
        <div>
          <p className="small plain" aria-live="polite">
            {formatNumber(over.length)} of {formatNumber(done.queued)} done
          </p>
          <Progress value={(100 * over.length) / done.queued} aria-label="Demos that were restyled" />
        </div>
      )}
      {undone.length > 0 && (
        <Alert color="warn" title={`${formatNumber(undone.length)} could not be restyled`}>
          <ul className={`plain small ${styles.leftOut}`}>
            {undone.map(({ demoId, message }) => (
              <li key={demoId}>
                <Link to={`/demos/${demoId}`}>{nameOf(found.get(demoId))}</Link>: {inPlainWords(message)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

const nameOf = (demo: ProjectDemo | undefined) => (demo ? titleOf(demo) : 'A demo');
