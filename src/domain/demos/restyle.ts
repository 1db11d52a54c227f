import type { Presentation } from '../../recorder/contract/presentation.ts';

/**
 * A restyle's presentation replaces the old one, but the template stays unless another is given: the script was planned
 * for it and is not planned again.
 */
export function restyled(old: Presentation | null, wanted: Presentation): Presentation {
  const before = old?.recordingTemplate;
  const { recordingTemplate: given, ...rest } = wanted;
  if (!given) return before ? { ...rest, recordingTemplate: before } : rest;
  if (given.id !== 'auto') return { ...rest, recordingTemplate: { ...given, effectiveId: given.id } };
  const { effectiveId, autoSelection } = before ?? {};
  return {
    ...rest,
    recordingTemplate: {
      ...given,
      ...(effectiveId && { effectiveId }),
      ...(autoSelection && { autoSelection }),
    },
  };
}

/** A presentation with what the planner chose: the template that is in effect, and why where the choice was its own. */
export function withChosenTemplate(
  asked: Presentation | null,
  chosen: Pick<NonNullable<Presentation['recordingTemplate']>, 'effectiveId' | 'autoSelection'>,
): Presentation {
  const { id = 'auto', sectionHint } = asked?.recordingTemplate ?? {};
  const { effectiveId, autoSelection } = chosen;
  return {
    ...asked,
    recordingTemplate: {
      id,
      ...(sectionHint !== undefined && { sectionHint }),
      ...(effectiveId && { effectiveId }),
      ...(id === 'auto' && autoSelection && { autoSelection }),
    },
  };
}
