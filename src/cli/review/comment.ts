/** What a review says, as the Markdown of GitHub and GitLab. Words of pages are strangers' words: they stand in code spans. */
import type { Reviewed } from './film.ts';

/** GitHub takes 65,536 characters. */
const mostCharacters = 60_000;
const mostChanges = 10;

/** By the first line of a comment its review is found again. One change may have reviews of several sites. */
export const markerOf = (site: string) => `<!-- showreel review of ${site.replaceAll('-->', '')} -->`;

export function markdownOf(
  demos: readonly Reviewed[],
  { site, preview }: { site: string; preview: string },
): string {
  const of = (outcome: Reviewed['outcome']) => demos.filter((one) => one.outcome === outcome);
  const [failed, changed, added, unchanged] = [of('failed'), of('changed'), of('new'), of('unchanged')];
  const counts = [
    failed.length > 0 && `${failed.length} failed`,
    `${changed.length} changed`,
    added.length > 0 && `${added.length} new`,
    `${unchanged.length} unchanged`,
  ].filter(Boolean);
  const head = [
    `### Demos: ${counts.join(', ')}`,
    '',
    `${code(site)} as it will be, filmed at ${code(preview)}.`,
  ].join('\n');
  const foot = [
    unchanged.length > 0 &&
      `<details><summary>Unchanged</summary>\n\n${unchanged.map(({ sentence }) => `- ${code(sentence)}`).join('\n')}\n\n</details>`,
  ].filter((one) => one !== false);
  return fitting(head, [...failed, ...changed, ...added].map(partOf), foot);
}

function fitting(head: string, parts: readonly string[], foot: readonly string[]): string {
  const kept = [head];
  let left = mostCharacters - head.length;
  for (const part of [...parts, ...foot]) {
    left -= part.length + 2;
    if (left < 0) {
      kept.push('There is more than a comment holds: `showreel review --json` has all of it.');
      break;
    }
    kept.push(part);
  }
  return `${kept.join('\n\n')}\n`;
}

function partOf({
  sentence,
  page,
  outcome,
  changes,
  error,
  picture,
  demoId,
  before,
  after,
}: Reviewed): string {
  const lines = [`#### ${code(sentence)}`, '', `On ${code(page)}`, ''];
  if (outcome === 'failed') {
    lines.push(`**Failed**: ${code(error ?? '')}`, '');
    if (picture) lines.push(`![The page at the failure](${picture})`, '');
    if (demoId) lines.push(`The log: \`showreel demos logs ${demoId}\``, '');
    return lines.join('\n').trimEnd();
  }
  if (before && after)
    lines.push(
      '| Before | After |',
      '|---|---|',
      `| ${film(before, 'Before')} | ${film(after, 'After')} |`,
      '',
    );
  else if (after) lines.push(film(after, 'After'), '');
  const told = (changes ?? []).slice(0, mostChanges).map(changeLine);
  if (changes && changes.length > mostChanges) told.push(`- and ${changes.length - mostChanges} more`);
  return [...lines, ...told].join('\n').trimEnd();
}

function film({ share, gif }: NonNullable<Reviewed['after']>, name: string): string {
  const shown = gif ? `![${name}](${gif})` : name;
  return share ? `[${shown}](${share})` : shown;
}

function changeLine({ change, section, before, after }: NonNullable<Reviewed['changes']>[number]): string {
  const where = section === null ? 'The page' : code(section);
  if (change === 'looks') return `- ${where} looks different`;
  if (change === 'added') return `- ${where} is new${after === null ? '' : `: ${code(after)}`}`;
  if (change === 'gone') return `- ${where} is gone`;
  return `- ${where}: ${[before, after].map((words) => (words === null ? 'nothing' : code(words))).join(' → ')}`;
}

/** In a code span nothing is a mention, a link or an element. */
const code = (text: string) => {
  const plain = text.replaceAll(/[`\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
  return plain === '' ? '–' : `\`${plain}\``;
};
