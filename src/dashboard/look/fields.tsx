import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './look.module.css';

/** The fields of the editor. Each changes one member of the presentation at once. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.group} open>
      <summary>{title}</summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}

export function Range(props: {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value in words. */
  words: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}) {
  const { label, words, onChange, ...rest } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id} className="num quiet small">
        {words}
      </output>
      <input
        id={id}
        type="range"
        aria-valuetext={words}
        {...rest}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </div>
  );
}

export function Choice<Value extends string>(props: {
  label: string;
  value: Value;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
}) {
  const { label, value, options, onChange } = props;
  const data = Object.entries<string>(options).map(([one, words]) => ({ value: one, label: words }));
  return (
    <div className={styles.field}>
      <span>{label}</span>
      <SegmentedControl
        className={styles.choice!}
        aria-label={label}
        size="xs"
        fullWidth
        value={value}
        onChange={(chosen) => onChange(chosen as Value)}
        data={data}
      />
    </div>
  );
}

export function Toggle(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { label, isOn, onChange } = props;
  return (
    <label className={styles.toggle}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** The browser's own picker. It knows colours of six digits; another CSS colour stays until it is changed. */
export function Color(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props;
  return (
    <label className={styles.color}>
      <input
        type="color"
        aria-label={label}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <span>
        {label} <span className="mono quiet">{value}</span>
      </span>
    </label>
  );
}
