import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';

/** A button for what cannot be undone: the first press asks, the second does it. It asks for as long as the focus stays. */
export function SureButton(props: ButtonProps & { label: string; ask: string; onSure: () => void }) {
  const { label, ask, onSure, ...rest } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <Button
      variant={isAsking ? 'filled' : 'default'}
      color="fault"
      {...rest}
      onBlur={() => setAsking(false)}
      onClick={() => (isAsking ? onSure() : setAsking(true))}
    >
      {isAsking ? ask : label}
    </Button>
  );
}
