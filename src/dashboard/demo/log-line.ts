import type { DemoDetail } from '../parts/demo-state.ts';

/** The lines of a demo's log; null where nothing was recorded. The API promises their members in words only. */
export const linesOf = ({ log }: Pick<DemoDetail, 'log'>) => log as LogLine[] | null;

/** The steps of a demo's script; null before it was planned. */
export const stepsOf = ({ script }: Pick<DemoDetail, 'script'>) =>
  (script?.steps ?? null) as ScriptStep[] | null;

/** A line of a demo's `log`. */
export interface LogLine {
  step: number;
  type: string;
  intent: string | null;
  startMs: number;
  endMs: number;
  status: 'ok' | 'healed' | 'skipped' | 'failed';
  selector: string | null;
  message: string | null;
  /** The address of a picture of the page where the step failed. */
  snapshot?: string;
}

/** A step of an `action_script`, as far as its words need it. */
export interface ScriptStep {
  type: string;
  name?: string;
  url?: string;
  value?: string;
  key?: string;
  button?: string;
  parameters?: { to?: string; text?: string; address?: string };
  showreel?: { intent?: string; name?: string };
}

function asserted({ text, address }: NonNullable<ScriptStep['parameters']>, what: string): string {
  const said = [text && `the text “${text}”`, address && `the address ${address}`].filter(Boolean);
  return said.length > 0 ? said.join(' and ') : what || 'that an element is there';
}

/** What a step does, in words. */
export function inWords({ type, name, url, value, key, button, parameters, showreel }: ScriptStep): string {
  const what = showreel?.name ? ` “${showreel.name}”` : '';
  switch (name ?? type) {
    case 'setViewport':
      return 'Set the size of the window';
    case 'navigate':
      return `Open ${url ?? 'the page'}`;
    case 'click':
      return `${button === 'secondary' ? 'Press with the right button' : 'Press'}${what || ' the element'}`;
    case 'doubleClick':
      return `Press twice${what}`;
    case 'hover':
      return `Point at${what || ' the element'}`;
    case 'change':
      return `Type “${value ?? ''}”${what && ` into${what}`}`;
    case 'keyDown':
      return `Press the key ${key ?? ''}`;
    case 'keyUp':
      return `Let go of the key ${key ?? ''}`;
    case 'scroll':
    case 'showreel.scroll':
      return parameters?.to === 'top' || parameters?.to === 'bottom'
        ? `Scroll to the ${parameters.to}`
        : `Scroll to${what || ' the next part'}`;
    case 'showreel.camera':
      return what ? `Bring the camera close to${what}` : 'Pull the camera back';
    case 'showreel.hold':
      return 'Rest, so that it can be read';
    case 'showreel.caption':
      return `Say “${parameters?.text ?? ''}”`;
    case 'showreel.assert':
      return `Check ${asserted(parameters ?? {}, what.trim())}`;
    case 'waitForElement':
    case 'waitForExpression':
      return 'Wait for the page';
    default:
      return name ?? type;
  }
}
