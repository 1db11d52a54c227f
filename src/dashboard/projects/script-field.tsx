import { Textarea } from '@mantine/core';
import { type DragEvent, useState } from 'react';

const mostBytes = 500_000;

/** A script as text: pasted, or a file that is chosen or dropped. */
export function ScriptField({ error, isSet }: { error: string | undefined; isSet: boolean }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > mostBytes) return setFault(`${file.name} is too large for a script: at most 500 KB.`);
    setFault(null);
    setText(await file.text());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  };
  return (
    <div className="stack">
      <Textarea
        name="script"
        label={isSet ? 'Another script in place of this' : 'Script'}
        description="Paste the JSON, or drop the file here"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onDrop={drop}
        rows={3}
        autoComplete="off"
        spellCheck={false}
        error={fault ?? error}
        required
        classNames={{ input: 'mono' }}
      />
      <input
        type="file"
        accept="application/json,.json"
        aria-label="File of the script"
        onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
      />
    </div>
  );
}
