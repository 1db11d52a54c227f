/** The code that puts a film into a page of another site. */
export const embedCodeOf = (embedUrl: string, title: string): string =>
  `<iframe src="${embedUrl}" width="960" height="540" title="${escapeAttribute(title)}" style="border:0" ` +
  'allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>';

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
