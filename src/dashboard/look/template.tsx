import { NativeSelect, TextInput } from '@mantine/core';
import type { Draft } from './draft.ts';
import { Group } from './fields.tsx';
import styles from './look.module.css';

type Template = NonNullable<Draft['recordingTemplate']>;

const templates: Record<Template['id'], string> = {
  auto: 'Chosen by the page and the sentence',
  cinematic: 'Cinematic',
  'guided-tour': 'Guided tour',
  'plain-scroll': 'Plain scroll',
  'section-focus': 'One section',
  'hero-spotlight': 'Spotlight on the opening',
  'feature-sweep': 'Features',
  'conversion-flow': 'Towards the sign-up',
  'pricing-focus': 'Pricing',
  'proof-scroll': 'What others say',
};

/** What a film of the page goes by. It belongs to the plan, so the next refresh follows it. */
export function Template({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const template = draft.recordingTemplate ?? { id: 'auto' as const };
  const set = ({ id, sectionHint }: Pick<Template, 'id' | 'sectionHint'>) => {
    const { effectiveId, autoSelection } = template;
    const chosen = { ...(effectiveId && { effectiveId }), ...(autoSelection && { autoSelection }) };
    const hint = sectionHint && { sectionHint };
    onChange({ ...draft, recordingTemplate: { id, ...hint, ...(id === 'auto' && chosen) } });
  };
  const chosen = template.autoSelection;
  return (
    <Group title="Template">
      <NativeSelect
        label="How the page is shown"
        value={template.id}
        onChange={({ currentTarget }) => set({ ...template, id: currentTarget.value as Template['id'] })}
        data={Object.entries(templates).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        label="Section to begin with"
        value={template.sectionHint ?? ''}
        maxLength={120}
        onChange={({ currentTarget }) => set({ ...template, sectionHint: currentTarget.value })}
      />
      <p className={`quiet small ${styles.hint}`}>
        {chosen && `It was “${templates[chosen.selectedId]}”: ${chosen.reason} `}
        The template belongs to the plan: it takes effect with the next refresh.
      </p>
    </Group>
  );
}
