/** Shows how far a film is: a bar and its newest frame on a terminal, a line for each step elsewhere. */
import { Presets, SingleBar } from 'cli-progress';
import { oneLine } from './output.ts';
import { type Cells, drawJpeg, pictureProtocol } from './picture.ts';

export interface FilmProgress {
  status: string;
  step: string | null;
  /** 0 to 1. */
  progress: number;
  message: string | null;
  scene?: { index: number; count: number; name: string } | undefined;
  /** The path of a picture of the film as it is now. */
  frame?: string | undefined;
}

export interface FilmDisplay {
  show(progress: FilmProgress): void;
  /** Removes the bar. A picture that is still on its way is not drawn. */
  close(): void;
}

/** @param readFrame reads the picture at a path of the service. */
export function filmDisplay(
  stderr: NodeJS.WriteStream,
  readFrame: (path: string) => Promise<Uint8Array>,
): FilmDisplay {
  return stderr.isTTY ? onTerminal(stderr, readFrame) : inLines(stderr);
}

/** Scenes are named in the words of the page. */
const labelOf = ({ status, step, message, scene }: FilmProgress) =>
  oneLine(scene ? `scene ${scene.index + 1} of ${scene.count}: ${scene.name}` : (message ?? step ?? status));

function inLines(stderr: NodeJS.WriteStream): FilmDisplay {
  let told = '';
  return {
    show(progress) {
      const stage = `${progress.step ?? progress.status} ${Math.floor(progress.progress * 10)}`;
      if (stage !== told)
        stderr.write(`${String(Math.floor(progress.progress * 100)).padStart(3)} %  ${labelOf(progress)}\n`);
      told = stage;
    },
    close: () => undefined,
  };
}

function onTerminal(
  stderr: NodeJS.WriteStream,
  readFrame: (path: string) => Promise<Uint8Array>,
): FilmDisplay {
  const bar = new SingleBar(
    {
      format: '{bar} {percentage} %  {label}',
      barsize: 24,
      stream: stderr,
      clearOnComplete: true,
      hideCursor: true,
      // Ctrl-C is the command's: it says that the film goes on.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const frames = framesAbove(stderr);
  let last = { percent: 0, label: '' };
  let isOpen = false;
  let isReading = false;
  let shown = '';
  const draw = async (path: string) => {
    isReading = true;
    shown = path;
    const picture = await readFrame(path).catch(() => null);
    isReading = false;
    if (!picture || !isOpen) return;
    if (!frames.hasRows()) {
      bar.stop();
      frames.makeRows();
      bar.start(100, last.percent, { label: last.label });
    }
    frames.draw(picture);
  };
  return {
    show(progress) {
      const label = cut(labelOf(progress), (stderr.columns ?? 80) - 36);
      last = { percent: Math.floor(progress.progress * 100), label };
      if (!isOpen) bar.start(100, 0, { label });
      isOpen = true;
      bar.update(last.percent, { label });
      const { frame } = progress;
      if (frames.isPossible && frame && frame !== shown && !isReading) void draw(frame);
    },
    close() {
      if (isOpen) bar.stop();
      isOpen = false;
    },
  };
}

/** The film is 16 to 9, and a cell is about twice as high as wide. */
const size: Cells = { columns: 48, rows: 13 };

/** Keeps some rows above the bar for the newest frame. The rows are made once, by scrolling. */
function framesAbove(stderr: NodeJS.WriteStream) {
  const protocol = pictureProtocol(stderr);
  const hasRoom = (stderr.rows ?? 24) > size.rows + 2 && (stderr.columns ?? 80) > size.columns;
  let isMade = false;
  return {
    isPossible: protocol !== null && hasRoom,
    hasRows: () => isMade,
    makeRows() {
      stderr.write('\n'.repeat(size.rows));
      isMade = true;
    },
    /** The cursor goes up to the rows and comes back to the bar. */
    draw(picture: Uint8Array) {
      if (protocol) stderr.write(`\x1b7\r\x1b[${size.rows}A${drawJpeg(protocol, picture, size)}\x1b8`);
    },
  };
}

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, Math.max(0, length - 1)).toWellFormed()}…` : text;
