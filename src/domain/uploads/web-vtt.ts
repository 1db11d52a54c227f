/**
 * What keeps a browser from showing a text as WebVTT. Source: the WebVTT standard of the W3C, section 4 (file structure). Browsers say nothing
 * where they leave a cue out, so it is said here.
 * @returns null where nothing does
 */
export function faultOfWebVtt(text: string): string | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) return 'a first line WEBVTT';
  let cues = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    const [, from, to] = timing.exec(line) ?? [];
    if (!from || !to) return `times such as 00:01.000 --> 00:02.500 in line ${index + 1}`;
    if (secondsOf(to) <= secondsOf(from)) return `an end after its beginning in line ${index + 1}`;
    cues += 1;
  }
  return cues === 0 ? 'at least one cue' : null;
}

const time = String.raw`(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}`;
const timing = new RegExp(`^[ \\t]*(${time})[ \\t]+-->[ \\t]+(${time})(?:[ \\t].*)?$`);

const secondsOf = (text: string) => text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
