/**
 * `showreel review`: what a change of a site does to its films, said in one comment. `subjects` says which demos and which pages,
 * `film` compares and films, `comment` writes, and `forge` talks to GitHub or GitLab. The pipelines in `src/pipelines` only call it.
 */
import { Option } from 'commander';
import { type CommandHost, count } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { Session } from '../session/session.ts';
import { readStoryboard } from '../sync/file.ts';
import { markdownOf, markerOf } from './comment.ts';
import { reviewSubject, type Verdict } from './film.ts';
import { type ForgeName, forgeNames, openForge, putComment } from './forge.ts';
import { subjectsOf } from './subjects.ts';

interface ReviewOptions {
  preview: string;
  file: string;
  site?: string;
  comment?: ForgeName | 'none';
  change?: number;
}

export function addReviewCommand({ program, signedIn }: CommandHost): void {
  program
    .command('review')
    .description(
      'film on a preview deployment the demos of showreel.yaml that it changes, and comment on the change',
    )
    .requiredOption('--preview <url>', 'the address of the preview deployment')
    .option('--file <path>', 'the file', 'showreel.yaml')
    .option(
      '--site <url>',
      'the address that the preview stands for (default: that of the first page of the file)',
    )
    .addOption(
      new Option('--comment <where>', 'default: where the pipeline runs').choices([...forgeNames, 'none']),
    )
    .option(
      '--change <number>',
      'the pull request or merge request (default: the one of the pipeline)',
      count,
    )
    .action(signedIn(review));
}

async function review(session: Session, options: ReviewOptions): Promise<void> {
  const { printer } = session;
  const storyboard = await readStoryboard(options.file);
  // Before any film: a token that is missing is told at once.
  const forge = await openForge(options, process.env);
  const { site, subjects } = await subjectsOf(session.client, storyboard, options);
  const verdicts: Verdict[] = [];
  for (const subject of subjects) {
    printer.progress('compared', verdicts.length, subjects.length);
    verdicts.push(await reviewSubject(session, subject));
  }
  printer.progress('compared', verdicts.length, subjects.length);
  const ended = await Promise.all(verdicts.map((one) => one.ended));
  printer.settle();
  const markdown = markdownOf(ended, { site, preview: options.preview });
  const comment = forge && (await putComment(forge, markerOf(site), markdown));
  printer.result({ site, preview: options.preview, demos: ended, markdown, comment }, () => [markdown]);
  if (comment) printer.remark(`${comment.created ? 'Commented' : 'Updated the comment'}: ${comment.url}`);
  const failed = ended.filter(({ outcome }) => outcome === 'failed');
  if (failed.length > 0)
    throw new CommandFailure(
      exitCodes.failed,
      failed.map(({ sentence, page, error }) => `“${sentence}” on ${page}: ${error}`).join('\n'),
      { code: 'review_failed', hint: logHint(failed[0]!.demoId) },
    );
}

const logHint = (demoId: string | null) => demoId && `\`showreel demos logs ${demoId}\` says what happened.`;
