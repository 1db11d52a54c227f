/** Whether what a caller has, as `If-None-Match` says, is what is there; a weak comparison, as for every GET. */
export const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
