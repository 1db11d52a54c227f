import { createHash } from 'node:crypto';
import { type Presentation, type TemplateId, templateIds } from '../../recorder/contract/presentation.ts';
import { canonicalJson } from '../../store/index.ts';
import { pageAddress } from './page-address.ts';

/** What a caller wants to be shown, as it came. */
export interface EmbedRequest {
  pageUrl?: string | undefined;
  prompt?: string | undefined;
  /** A template, by any name: one that is not known means `auto`. */
  template?: string | undefined;
  section?: string | undefined;
  presentation?: Presentation | undefined;
}

/** What an embed shows: everything that tells one embedded demo from another. */
export interface EmbedSpec {
  /** What is filmed: without fragment and tracking parameters, unless it is the project's own address. */
  pageUrl: string;
  prompt: string;
  presentation: Presentation & { recordingTemplate: NonNullable<Presentation['recordingTemplate']> };
  contextHash: string;
}

const defaultPrompt = 'Show what this page is about and what it offers';

/**
 * Fills in what was left out. `template` and `section` win over the same in `presentation.recordingTemplate`. The hash is of
 * meaning, not of form: the order of members, an unknown template and a default that is spelled out make no difference.
 */
export function specifyEmbed(project: { projectId: string; url: string }, request: EmbedRequest): EmbedSpec {
  const address = pageAddress(request.pageUrl ?? project.url);
  const prompt = request.prompt ?? defaultPrompt;
  const { recordingTemplate, ...look } = request.presentation ?? {};
  const sectionHint = request.section ?? recordingTemplate?.sectionHint;
  const { id: given = 'auto', sectionHint: _, ...chosen } = recordingTemplate ?? {};
  const id = request.template === undefined ? given : knownTemplate(request.template);
  const presentation = {
    ...look,
    // A choice that a planner made under another template is dropped.
    recordingTemplate: { ...(id === given && chosen), id, ...(sectionHint !== undefined && { sectionHint }) },
  };
  const meaning = { projectId: project.projectId, address, prompt, presentation };
  const contextHash = createHash('sha256').update(canonicalJson(meaning)).digest('hex');
  const pageUrl = request.pageUrl === undefined ? project.url : address;
  return { pageUrl, prompt, presentation, contextHash };
}

const knownTemplate = (name: string): 'auto' | TemplateId =>
  templateIds.find((id) => id === name.trim().toLowerCase()) ?? 'auto';
