import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';

/** The shorter words move what stands beside the button. They wait until a press there, which took the focus, has ended: it was lost else. */
const pressMs = 300;

/** A button for what cannot be undone: the first press asks, the second does it. It asks for as long as the focus stays. */
export function SureButton(props: ButtonProps & { label: string; ask: string; onSure: () => void }) {
  const { label, ask, onSure, ...rest } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <Button
      variant={isAsking ? 'filled' : 'default'}
      color="fault"
      {...rest}
      onBlur={() => setTimeout(() => setAsking(false), pressMs)}
      onClick={() => {
        setAsking(!isAsking);
        if (isAsking) onSure();
      }}
    >
      {isAsking ? ask : label}
    </Button>
  );
}
