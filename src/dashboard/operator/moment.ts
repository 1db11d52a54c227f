/** What a field of the kind `datetime-local` holds, in the visitor's time zone, as the service takes it; undefined where it is empty. */
export function readMoment(value: unknown): string | undefined {
  const at = new Date(String(value ?? ''));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
