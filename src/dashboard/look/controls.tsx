import { formatPercent, formatSeconds } from '../parts/format.ts';
import { shapes } from '../parts/shapes.ts';
import type { Draft } from './draft.ts';
import { Choice, Color, Group, Range, Toggle } from './fields.tsx';
import styles from './look.module.css';
import { Template } from './template.tsx';
import type { Moment } from './use-stills.ts';

interface Props {
  draft: Draft;
  /** @param moment where the change shows best */
  onChange: (draft: Draft, moment?: Moment) => void;
}

const mockups = {
  page: 'As the page',
  'macos-light': 'Light',
  'macos-dark': 'Dark',
  minimal: 'Minimal',
  none: 'None',
};
const cursors = { arrow: 'Arrow', dot: 'Dot', circle: 'Circle', crosshair: 'Cross', none: 'None' };
const clicks = { pulse: 'Pulse', ripple: 'Ripple', glow: 'Glow', none: 'None' };
const fades = { black: 'Black', white: 'White' };

/** The film's shape, and every member of a presentation but its background. */
export function Controls(props: Props) {
  return (
    <>
      <Frame {...props} />
      <Camera {...props} />
      <Pointer {...props} />
      <Transitions {...props} />
      <Template {...props} />
    </>
  );
}

function Frame({ draft, onChange }: Props) {
  const { aspect, mockup, padding, debugHud } = draft;
  return (
    <Group title="Frame">
      <Choice
        label="Shape"
        value={aspect}
        options={shapes}
        onChange={(value) => onChange({ ...draft, aspect: value })}
      />
      <Choice
        label="Window"
        value={mockup}
        options={mockups}
        onChange={(value) => onChange({ ...draft, mockup: value })}
      />
      <Range
        label="Space around it"
        value={padding}
        {...{ min: 0, max: 0.3, step: 0.01 }}
        words={formatPercent(padding)}
        onChange={(value) => onChange({ ...draft, padding: value })}
      />
      <Toggle
        label="Show what the video does, for debugging"
        isOn={debugHud}
        onChange={(isOn) => onChange({ ...draft, debugHud: isOn })}
      />
    </Group>
  );
}

function Camera({ draft, onChange }: Props) {
  const { zoom } = draft;
  const set = (news: Partial<Draft['zoom']>, moment?: Moment) =>
    onChange({ ...draft, zoom: { ...zoom, ...news } }, moment);
  return (
    <Group title="Camera">
      <Toggle
        label="Come close to what is shown"
        isOn={zoom.enabled}
        onChange={(enabled) => set({ enabled }, 'close_up')}
      />
      <Range
        label="How close"
        value={zoom.intensity}
        {...{ min: 1, max: 3, step: 0.1, disabled: !zoom.enabled }}
        words={`${zoom.intensity.toFixed(1)} ×`}
        onChange={(intensity) => set({ intensity }, 'close_up')}
      />
      <Range
        label="Time of a move"
        value={zoom.transitionMs}
        {...{ min: 100, max: 2000, step: 50, disabled: !zoom.enabled }}
        words={formatSeconds(zoom.transitionMs)}
        onChange={(transitionMs) => set({ transitionMs })}
      />
      <p className={`quiet small ${styles.hint}`}>
        The time of a move belongs to a recording: it takes effect when the page is filmed again.
      </p>
    </Group>
  );
}

function Pointer({ draft, onChange }: Props) {
  const { cursor, clickEffect } = draft;
  const setCursor = (news: Partial<Draft['cursor']>) =>
    onChange({ ...draft, cursor: { ...cursor, ...news } }, 'click');
  const setClick = (news: Partial<Draft['clickEffect']>) =>
    onChange({ ...draft, clickEffect: { ...clickEffect, ...news } }, 'click');
  return (
    <Group title="Cursor and clicks">
      <Choice
        label="Cursor"
        value={cursor.style ?? 'arrow'}
        options={cursors}
        onChange={(style) => setCursor({ style })}
      />
      <Color label="Colour" value={cursor.color} onChange={(color) => setCursor({ color })} />
      <Range
        label="Size"
        value={cursor.size}
        {...{ min: 8, max: 64, step: 1 }}
        words={`${cursor.size} px`}
        onChange={(size) => setCursor({ size })}
      />
      <Choice
        label="Click"
        value={clickEffect.style ?? 'pulse'}
        options={clicks}
        onChange={(style) => setClick({ style })}
      />
      <Color label="Colour of a click" value={clickEffect.color} onChange={(color) => setClick({ color })} />
      <Range
        label="Size of a click"
        value={clickEffect.scale}
        {...{ min: 0.2, max: 3, step: 0.1 }}
        words={formatPercent(clickEffect.scale)}
        onChange={(scale) => setClick({ scale })}
      />
    </Group>
  );
}

const times = { min: 0, max: 3000, step: 100 };
const entries = { min: 200, max: 2000, step: 100 };

function Transitions({ draft, onChange }: Props) {
  const { fade, windowAnimation: motion } = draft;
  const setFade = (news: Partial<Draft['fade']>, moment: Moment) =>
    onChange({ ...draft, fade: { ...fade, ...news } }, moment);
  const setMotion = (news: Partial<Draft['windowAnimation']>, moment: Moment) =>
    onChange({ ...draft, windowAnimation: { ...motion, ...news } }, moment);
  return (
    <Group title="Beginning and end">
      <Range
        label="Fade in"
        value={fade.inMs}
        {...times}
        words={formatSeconds(fade.inMs)}
        onChange={(inMs) => setFade({ inMs }, 'opening')}
      />
      <Range
        label="Fade out"
        value={fade.outMs}
        {...times}
        words={formatSeconds(fade.outMs)}
        onChange={(outMs) => setFade({ outMs }, 'closing')}
      />
      <Choice
        label="Fade from and to"
        value={fade.color}
        options={fades}
        onChange={(color) => setFade({ color }, 'opening')}
      />
      <Toggle
        label="The window comes in"
        isOn={motion.intro}
        onChange={(intro) => setMotion({ intro }, 'opening')}
      />
      <Range
        label="It comes in within"
        value={motion.introDurationMs}
        {...entries}
        disabled={!motion.intro}
        words={formatSeconds(motion.introDurationMs)}
        onChange={(introDurationMs) => setMotion({ introDurationMs }, 'opening')}
      />
      <Toggle
        label="The window goes out"
        isOn={motion.outro}
        onChange={(outro) => setMotion({ outro }, 'closing')}
      />
      <Range
        label="It goes out within"
        value={motion.outroDurationMs}
        {...entries}
        disabled={!motion.outro}
        words={formatSeconds(motion.outroDurationMs)}
        onChange={(outroDurationMs) => setMotion({ outroDurationMs }, 'closing')}
      />
    </Group>
  );
}
