import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../data/api.ts';
import type { DemoDetail } from '../parts/demo-state.ts';
import { Group, Toggle } from './fields.tsx';
import styles from './look.module.css';

export type Sound = DemoDetail['sound'];
/** The labels of the editor's other fields are no headings either. */
const asOthers = { fw: 400, fz: 'inherit' };

/** What the video sounds like. A service that offers neither music nor a voice shows nothing of it. */
export function SoundControls(props: {
  sound: Sound;
  onChange: (sound: Sound) => void;
  /** When sound is made, and, where a voice is wanted, what that does to the film. */
  hints: { sound: string; voice: string };
}) {
  const { sound, onChange, hints } = props;
  const { data } = useQuery(api.demos.sounds.queryOptions());
  if (!data || (data.music.length === 0 && !data.voice && !sound)) return null;
  const { music = null, voice = null } = sound ?? {};
  const set = (changes: Partial<NonNullable<Sound>>) => {
    const next = { music, voice, ...changes };
    onChange(next.music === null && next.voice === null ? null : next);
  };
  const names = data.music.map(({ name }) => name);
  // What the operator has taken away is still what was asked for.
  const gone = music !== null && music !== 'any' && !names.includes(music) ? [music] : [];
  return (
    <Group title="Sound">
      {(names.length > 0 || music !== null) && (
        <NativeSelect
          label="Music"
          labelProps={asOthers}
          value={music ?? ''}
          onChange={({ currentTarget }) => set({ music: currentTarget.value || null })}
          data={[
            { value: '', label: 'None' },
            { value: 'any', label: 'Any of them' },
            ...[...gone, ...names].map((name) => ({ value: name, label: name })),
          ]}
        />
      )}
      {(data.voice || voice) && (
        <Toggle
          label="A voice reads the captions"
          isOn={voice !== null}
          onChange={(isOn) => set({ voice: isOn ? { voice: null } : null })}
        />
      )}
      {voice && (
        <TextInput
          label="Voice"
          labelProps={asOthers}
          placeholder={data.voice?.default ?? ''}
          value={voice.voice ?? ''}
          maxLength={64}
          onChange={({ currentTarget }) => set({ voice: { voice: currentTarget.value.trim() || null } })}
        />
      )}
      <p className={`quiet small ${styles.hint}`}>
        {hints.sound}
        {voice && ` ${hints.voice}`}
      </p>
    </Group>
  );
}
