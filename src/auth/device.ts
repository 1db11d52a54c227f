import Bowser from 'bowser';

/** What a person recognises a session by: `Firefox on Windows`. A program that is no browser is called by its first word. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  const system = os.name === undefined ? '' : ` on ${os.name}`;
  const program = browser.name || /^[\w.-]{1,40}/.exec(userAgent)?.[0];
  return program ? `${program}${system}` : `Unknown browser${system}`;
}
