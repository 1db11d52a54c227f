/** The text of one field of a form or a query; empty where it is missing or not well-formed. */
export function textIn(given: unknown, name: string): string {
  const value =
    typeof given === 'object' && given !== null ? (given as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value : '';
}
