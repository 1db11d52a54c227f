/** The code that puts a film into a page of another site. A frame is at most 960 wide and 720 high. */
export function embedCodeOf(embedUrl: string, title: string, ratio = 16 / 9): string {
  const width = Math.floor(Math.min(960, 720 * ratio));
  const height = Math.floor(width / ratio);
  return (
    `<iframe src="${embedUrl}" width="${width}" height="${height}" title="${escapeAttribute(title)}" style="border:0" ` +
    'allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>'
  );
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
