import type { ActionScript } from '../../recorder/contract/script.ts';
import { linesOf, type Speech } from '../../recorder/contract/spoken-lines.ts';
import { roomFor } from '../../sound/index.ts';
import type { FilmOrder } from './film.ts';

/**
 * Has the captions of a script spoken before it is filmed, so that the film shows each of them for as long as it takes to say.
 * @param script without the words that the film hides
 */
export async function speechFor(script: ActionScript, { job, speak, meter }: FilmOrder): Promise<Speech[]> {
  if (!speak) return [];
  meter.advance(job.script ? 'recording' : 'planning', job.script ? 0 : 1, 'Having the captions spoken');
  const lines = linesOf(script);
  const lengths = await speak(lines.map(({ text }) => text));
  return lines.flatMap(({ from, to }, index) => {
    const ms = lengths[index];
    return ms ? [{ from, to, ms: roomFor(ms) }] : [];
  });
}
