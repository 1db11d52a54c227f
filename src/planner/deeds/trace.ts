/** TEMPORARY: prints what the search does. */
export const trace = process.env.DEED_TRACE ? (...words: unknown[]) => console.error(...words) : () => undefined;
