/** The look of a film, as options of the command line or as a file. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { Option } from 'commander';
import { parse } from 'yaml';
import type { components } from '../../client/index.ts';
import { usageFailure } from '../failure.ts';

export type Presentation = components['schemas']['Presentation'];

export interface LookOptions {
  look?: string;
  background?: string;
  mockup?: NonNullable<Presentation['mockup']>;
  cursor?: NonNullable<NonNullable<Presentation['cursor']>['style']>;
  padding?: number;
  template?: string;
}

export function addLookOptions(command: Command): Command {
  const fraction = (text: string) => Number(text);
  return command
    .option('--look <file>', 'a presentation as JSON or YAML, with all members of the API')
    .option(
      '--background <value>',
      'brand for the page’s own colours, a preset such as midnight, a CSS colour, or two colours: #1b1f3b,#53389e',
    )
    .addOption(
      new Option('--mockup <window>', 'the window around the page').choices([
        'macos-light',
        'macos-dark',
        'minimal',
        'none',
      ]),
    )
    .addOption(
      new Option('--cursor <style>', 'the cursor').choices(['arrow', 'dot', 'circle', 'crosshair', 'none']),
    )
    .option('--padding <part>', 'space around the window, 0 to 0.3', fraction)
    .option('--template <name>', 'how the page is shown, such as cinematic or guided-tour');
}

/** The file first, and on top of it what the options say. @returns undefined where neither says anything. */
export async function readLook(options: LookOptions): Promise<Presentation | undefined> {
  const { look, background, mockup, cursor, padding, template } = options;
  if (padding !== undefined && Number.isNaN(padding))
    throw usageFailure('--padding: expected a number from 0 to 0.3.');
  const file = look === undefined ? {} : await readLookFile(look);
  const presentation: Presentation = {
    ...file,
    ...(background !== undefined && { background: backgroundOf(background) }),
    ...(mockup && { mockup }),
    ...(cursor && { cursor: { ...file.cursor, style: cursor } }),
    ...(padding !== undefined && { padding }),
    ...(template && { recordingTemplate: { id: template as TemplateId } }),
  };
  return Object.keys(presentation).length > 0 ? presentation : undefined;
}

/** The service names the templates where it does not know one. */
type TemplateId = NonNullable<Presentation['recordingTemplate']>['id'];

async function readLookFile(path: string): Promise<Presentation> {
  const text = await readFile(path, 'utf8').catch((fault: Error) => {
    throw usageFailure(`--look: ${fault.message}`);
  });
  let value: unknown;
  try {
    // JSON is YAML, too.
    value = parse(text);
  } catch (fault) {
    throw usageFailure(`--look: ${path} is neither JSON nor YAML: ${(fault as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageFailure(`--look: ${path} has to hold an object, such as {"background": "midnight"}.`);
  return value as Presentation;
}

function backgroundOf(text: string): NonNullable<Presentation['background']> {
  const [from, to, ...more] = text.split(/,(?![^(]*\))/).map((part) => part.trim());
  if (from && to && more.length === 0) return { from, to };
  return /^https?:\/\//.test(text) ? { imageUrl: text } : text;
}
