import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';

/** Texts to copy, a button for each. What was copied is shown, and where the browser refuses, it can be copied by hand. */
export function CopyButtons({ texts }: { texts: Record<string, string> }) {
  const [shown, setShown] = useState<{ label: string; isCopied: boolean } | null>(null);
  const copy = async (label: string) => {
    const isCopied = await navigator.clipboard?.writeText(texts[label]!).then(
      () => true,
      () => false,
    );
    setShown({ label, isCopied: isCopied ?? false });
  };
  return (
    <>
      {Object.keys(texts).map((label) => (
        <Button key={label} variant="default" onClick={() => copy(label)}>
          {label}
        </Button>
      ))}
      <div className="copied" aria-live="polite">
        {shown && (
          <Textarea
            label={shown.isCopied ? `Copied: ${shown.label.toLowerCase()}` : 'Copy this:'}
            value={texts[shown.label]!}
            readOnly
            rows={2}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
      </div>
    </>
  );
}
