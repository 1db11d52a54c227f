/** Where a version's files are kept. */
export const mediaPrefix = (demoId: string, version?: number) =>
  version === undefined ? `demos/${demoId}/` : `demos/${demoId}/v${version}/`;

/** The page when the making of a version failed; it outlives what else was made for that version. */
export const failurePicture = (demoId: string, version: number) => ({
  key: `${mediaPrefix(demoId)}failures/${version}.jpg`,
  url: `/failure/${demoId}-${version}.jpg`,
});

/** The page as a version saw it. Kept for as long as the demo is: the history compares them. */
export const seenPage = (demoId: string, version: number) => ({
  descriptionKey: `${mediaPrefix(demoId)}pages/${version}.json`,
  pictureKey: `${mediaPrefix(demoId)}pages/${version}.jpg`,
  url: `/page/${demoId}-${version}.jpg`,
});
