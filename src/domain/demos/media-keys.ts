/** The folder of the files of a version; without one, of all files of the demo. */
export const mediaPrefix = (demoId: string, version?: number) =>
  version === undefined ? `demos/${demoId}/` : `demos/${demoId}/v${version}/`;

/**
 * A picture of the page when the making of a version failed. It stays when the other files of that version are
 * removed.
 */
export const failurePicture = (demoId: string, version: number) => ({
  key: `${mediaPrefix(demoId)}failures/${version}.jpg`,
  url: `/failure/${demoId}-${version}.jpg`,
});

/**
 * The page as it was when a version was made, as a description and a picture. They are kept for as long as the demo
 * is, since the history compares them.
 */
export const seenPage = (demoId: string, version: number) => ({
  descriptionKey: `${mediaPrefix(demoId)}pages/${version}.json`,
  pictureKey: `${mediaPrefix(demoId)}pages/${version}.jpg`,
  url: `/page/${demoId}-${version}.jpg`,
});

/** The film as it is being made, about once a second. The pictures are removed when its job ends. */
export const liveFramePrefix = (demoId: string) => `${mediaPrefix(demoId)}live/`;
export const liveFrame = (demoId: string, number: number) => ({
  key: `${liveFramePrefix(demoId)}${number}.jpg`,
  url: `/live/${demoId}-${number}.jpg`,
});

/** What the film of a version is composed of. It is larger than the film, and is removed some days after it was made. */
export const takeKey = (demoId: string, version: number) => `${mediaPrefix(demoId)}takes/${version}.take`;

/** The stills of a preview. They are removed after an hour. */
export const previewPrefix = (previewId: string) => `previews/${previewId}/`;

/** @param number counted from 1, in the order of the scenes; 0 is the page itself */
export const previewStill = (previewId: string, number: number) => ({
  key: `${previewPrefix(previewId)}${number}.jpg`,
  url: `/preview/${previewId}-${number}.jpg`,
});
