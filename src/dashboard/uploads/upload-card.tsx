import { Badge, Button, Progress, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { CopyButtons } from '../parts/copy.tsx';
import { embedCodeOf } from '../parts/embed-code.ts';
import { formatBytes, formatPercent } from '../parts/format.ts';
import { isOnItsWay, remove, setTitle, type Upload } from './queue.ts';
import styles from './uploads.module.css';
import { formatOf } from './video-file.ts';

/** One video: its title until it is sent, how much of it was sent, and then where it is. */
export function UploadCard({ upload, again }: { upload: Upload; again: () => void }) {
  const { id, file, title, state } = upload;
  const isSent = state.kind === 'done' || isOnItsWay(upload);
  return (
    <article className={styles.upload} aria-label={file.name}>
      <div className="row between">
        <span className={styles.name}>
          <strong>{isSent ? title : file.name}</strong>{' '}
          <span className="quiet small num">{formatBytes(file.size)}</span>
        </span>
        <Said state={state} />
      </div>
      {state.kind === 'draft' && (
        <TextInput
          label="Title"
          value={title}
          maxLength={200}
          required
          onChange={({ currentTarget }) => setTitle(id, currentTarget.value)}
        />
      )}
      {state.kind === 'sending' && (
        <Progress
          value={state.share * 100}
          animated={state.share === 1}
          aria-label={`Uploaded: ${formatPercent(state.share)}`}
        />
      )}
      {state.kind === 'failed' && (
        <p className={`plain ${styles.fault}`} role="alert">
          {state.fault.message}{' '}
          {state.fault.requestId && <span className="mono small">{state.fault.requestId}</span>}
        </p>
      )}
      <div className="row">
        {state.kind === 'done' && (
          <>
            <CopyButtons
              texts={{ Share: state.demo.shareUrl, Embed: embedCodeOf(state.demo.embedUrl, title) }}
            />
            <Button component={Link} to={`/demos/${state.demo.id}`} variant="default">
              Open it
            </Button>
          </>
        )}
        {state.kind === 'failed' && formatOf(file) && (
          <Button size="xs" variant="default" onClick={again}>
            Try again
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={() => remove(id)}>
          {isOnItsWay(upload) ? 'Stop' : state.kind === 'done' ? 'Hide' : 'Leave it out'}
        </Button>
      </div>
    </article>
  );
}

function Said({ state }: Pick<Upload, 'state'>) {
  const [words, color] = wordsOf(state);
  return (
    words && (
      <Badge variant="light" color={color}>
        {words}
      </Badge>
    )
  );
}

function wordsOf(state: Upload['state']): [words: string, color: string] {
  switch (state.kind) {
    case 'draft':
      return ['', ''];
    case 'waiting':
      return ['Waiting', 'accent'];
    case 'sending':
      // The service looks into the file before it answers.
      return [state.share === 1 ? 'Being checked' : formatPercent(state.share), 'accent'];
    case 'done':
      return ['Ready', 'good'];
    case 'failed':
      return ['Not uploaded', 'fault'];
  }
}
