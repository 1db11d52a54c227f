/** What the service takes; null for any other file. Some systems know the name's ending alone. */
export function formatOf({ type, name }: Pick<File, 'type' | 'name'>): 'mp4' | 'webm' | null {
  const ending = /\.(mp4|m4v|webm)$/i.exec(name)?.[1]?.toLowerCase();
  if (type === 'video/mp4' || type === 'video/x-m4v') return 'mp4';
  if (type === 'video/webm') return 'webm';
  if (type !== '' || !ending) return null;
  return ending === 'webm' ? 'webm' : 'mp4';
}

/** A title for a start: `pricing_tour-2.mp4` is “pricing tour 2”. */
export function titleOfFile(name: string): string {
  const words = name
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/[_\-\s]+/g, ' ')
    .trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 200) || 'My video';
}
