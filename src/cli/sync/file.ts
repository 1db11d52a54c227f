/** `showreel.yaml`: which pages have which demos, and how they look. It is kept in the repository of the site. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import type { Presentation } from '../demos/look.ts';
import { aspects } from '../demos/wish.ts';
import { usageFailure } from '../failure.ts';
import { readFlow } from './flow.ts';

const look = z.record(z.string(), z.unknown()) as unknown as z.ZodType<Presentation>;
const demo = z.strictObject({
  sentence: z.string().trim().min(1).max(500),
  /** A name of `looks`. */
  look: z.string().optional(),
  duration: z.enum(['5s', '10s', '30s']).default('10s'),
  resolution: z.enum(['720p', '1080p']).default('1080p'),
  aspect: z.enum(aspects).default('16:9'),
  format: z.enum(['mp4', 'webm']).default('mp4'),
  /** A flow of Chrome's Recorder that is filmed as it is: a file, seen from the folder of `showreel.yaml`. */
  flow: z.string().min(1).optional(),
});
const page = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  name: z.string().trim().min(1).max(100).optional(),
  viewport: z.enum(['desktop', 'tablet', 'mobile']).default('desktop'),
  refresh: z.enum(['manual', 'daily', 'weekly', 'on-deploy']).optional(),
  demos: z.array(demo),
});
const storyboard = z.strictObject({
  looks: z.record(z.string(), look).default({}),
  pages: z.array(page).min(1),
});

export type Storyboard = z.infer<typeof storyboard>;
export type WantedPage = z.infer<typeof page>;
export type WantedDemo = z.infer<typeof demo>;

export async function readStoryboard(path: string): Promise<Storyboard> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw usageFailure(
      `There is no ${path} here.`,
      '`showreel init` writes one, and --file names another one.',
    );
  });
  const parsed = parseStoryboard(text, path);
  const inFolder = (flow: string) => resolve(dirname(path), flow);
  const pages = parsed.pages.map((page) => ({
    ...page,
    demos: page.demos.map((one) => ({ ...one, ...(one.flow && { flow: inFolder(one.flow) }) })),
  }));
  // A flow that is missing is told before anything is done.
  for (const { flow } of pages.flatMap(({ demos }) => demos)) if (flow) await readFlow(flow);
  return { ...parsed, pages };
}

/** @throws CommandFailure that names each wrong line. */
export function parseStoryboard(text: string, path: string): Storyboard {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [fault] = document.errors;
  if (fault) throw usageFailure(`${path} is no valid YAML: ${fault.message}`);
  const parsed = storyboard.safeParse(document.toJS() ?? {});
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path: at, message }) => `${at.join('.') || 'the file'}${lineOf(at)}: ${message}`,
    );
    throw usageFailure(`${path}: ${faults.join('\n')}`);
  }
  const contradictions = contradictionsIn(parsed.data);
  if (contradictions.length > 0) throw usageFailure(`${path}: ${contradictions.join('\n')}`);
  return parsed.data;

  /** The line of the nearest part that is in the file. */
  function lineOf(at: readonly PropertyKey[]): string {
    for (let length = at.length; length > 0; length--) {
      const node = document.getIn(at.slice(0, length), true) as
        | { range?: [number, number, number] }
        | undefined;
      if (node?.range) return ` (line ${lines.linePos(node.range[0]).line})`;
    }
    return '';
  }
}

/** What the parts say is right by itself, and wrong together. */
function contradictionsIn({ pages, looks }: Storyboard): string[] {
  const unknown = pages
    .flatMap(({ demos }) => demos)
    .flatMap(({ look }) =>
      look !== undefined && !Object.hasOwn(looks, look) ? [`there is no look "${look}" in looks`] : [],
    );
  const pageNames = pages.map(({ url, viewport }) => `the page ${new URL(url).href} on ${viewport}`);
  const demoNames = pages.flatMap(({ demos }, index) =>
    demos.map((one) => `${pageNames[index]}, “${one.sentence}” (${identityOf(one)})`),
  );
  const twice = [...pageNames, ...demoNames].filter((name, index, all) => all.indexOf(name) !== index);
  return [...new Set([...unknown, ...twice.map((name) => `${name} is named twice`)])];
}

/** Two demos of a page with the same identity are the same demo. The look may change; a film of another length is another film. */
export const identityOf = (
  one: Pick<WantedDemo, 'sentence' | 'duration' | 'resolution' | 'aspect' | 'format'>,
): string => [one.sentence, one.duration, one.resolution, one.aspect, one.format].join(' · ');
