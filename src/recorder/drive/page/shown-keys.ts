import type { KeyFocus } from './key-focus.ts';

/** How long keys stay on the screen: as long as it takes to see that there is a badge, and to read it. */
export const keysShownMs = 1_300;

/** Characters that are pressed within so many steps of each other are a text, with whatever stands between them. */
export const typingSteps = 8;

const modifiers = ['Control', 'Alt', 'Shift', 'Meta'];

/** Keys that do something wherever they are pressed. */
const commands: Record<string, string> = { Escape: 'Esc', Enter: 'Enter', NumpadEnter: 'Enter' };
/** Keys that move or edit within a field, and do something where there is none. */
const outside: Record<string, string> = {
  ' ': 'Space',
  Space: 'Space',
  Backspace: 'Backspace',
  Delete: 'Delete',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Home: 'Home',
  End: 'End',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};
const named: Record<string, string> = { ...commands, ...outside, Tab: 'Tab' };

/**
 * The keys that a script holds and presses, and what a film shows of them. A shortcut is shown, since a viewer cannot see otherwise why
 * the page changes. Typed text is not: the field shows it. Of what goes into a field whose text is hidden, nothing is shown.
 */
export class ShownKeys {
  readonly #held = new Set<string>();
  #lastCharacter = Number.NEGATIVE_INFINITY;

  /**
   * A key goes down.
   * @param step the script's step that presses it
   * @param nextKeys the keys that the next steps press
   * @returns what to show, as it is written on keys; null for nothing
   */
  down(key: string, step: number, given: { focus: KeyFocus; nextKeys: readonly string[] }): string[] | null {
    const name = key.replace(/(?:Left|Right)$/, (side) => (key.startsWith('Arrow') ? side : ''));
    if (modifiers.includes(name)) {
      this.#held.add(name);
      return null;
    }
    const commanding = this.#held.has('Control') || this.#held.has('Meta');
    const isCharacter = isText(key) && !commanding;
    const isTyping =
      isCharacter && (step - this.#lastCharacter <= typingSteps || given.nextKeys.some(isText));
    if (isCharacter) this.#lastCharacter = step;
    if (given.focus === 'secret') return null;
    const shown = commanding ? faceOf(key) : isTyping ? null : faceAlone(key, given.focus);
    if (shown === null) return null;
    // "?" is pressed with Shift, and says so by itself.
    const saysShift = !commanding && isCharacter && !/[a-z]/i.test(key);
    return [...this.#modifierFaces().filter((face) => !(saysShift && face === 'Shift')), shown];
  }

  up(key: string): void {
    this.#held.delete(key.replace(/(?:Left|Right)$/, ''));
  }

  #modifierFaces(): string[] {
    const isMac = this.#held.has('Meta');
    const faces: Record<string, string> = isMac
      ? { Control: '⌃', Alt: '⌥', Shift: '⇧', Meta: '⌘' }
      : { Control: 'Ctrl', Alt: 'Alt', Shift: 'Shift' };
    return modifiers.filter((name) => this.#held.has(name)).map((name) => faces[name] ?? name);
  }
}

/** What a key without Ctrl or ⌘ shows. */
function faceAlone(key: string, focus: KeyFocus): string | null {
  if (/^F\d{1,2}$/.test(key)) return key;
  const command = commands[key];
  // In a text of several lines, Enter is text.
  if (command) return command === 'Enter' && focus === 'text' ? null : command;
  if (focus !== 'page') return null;
  if (outside[key]) return outside[key];
  return isText(key) ? faceOf(key) : null;
}

const faceOf = (key: string): string | null => {
  const character = /^(?:Key|Digit)(.)$/.exec(key)?.[1] ?? key;
  if (named[character]) return named[character];
  return [...character].length === 1 ? character.toUpperCase() : /^F\d{1,2}$/.test(key) ? key : null;
};

const isText = (key: string) => [...key].length === 1 || /^(?:Key|Digit|Numpad)[A-Z0-9]$/.test(key);
