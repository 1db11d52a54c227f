/**
 * How long the runs of a job have taken together. All that the queue remembers of a run is the message of its error, so the time stands at
 * the end of that. A run that ended with its worker has left none, and its time is not counted.
 */
export class RunFailed extends Error {
  constructor(cause: unknown, takenMs: number) {
    super(`${cause instanceof Error ? cause.message : String(cause)} (${Math.round(takenMs)} ms so far)`, {
      cause,
    });
    this.name = 'RunFailed';
  }
}

export const timeTakenMs = (lastError: string | null): number =>
  Number(/ \((\d+) ms so far\)$/.exec(lastError ?? '')?.[1] ?? 0);
