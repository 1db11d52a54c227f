import { longestTypingMs } from '../../contract/timing.ts';

/**
 * When each character of `text` is typed and when all of it is typed, in ms from the start. A character takes 65 to 130 ms. The
 * intervals are uneven, like a person's, but the same every time. A long text is typed faster, so that none takes longer than
 * `mostMs`.
 */
export function typingTimes(text: string, mostMs = longestTypingMs): { atMs: number[]; endMs: number } {
  const atMs: number[] = [];
  let clock = 0;
  let unevenness = 7;
  for (const character of text) {
    atMs.push(clock);
    unevenness = (unevenness * 1103515245 + 12345) % 2147483648;
    clock += 65 + (unevenness / 2147483648) * 45 + (character === ' ' ? 20 : 0);
  }
  const squeeze = clock > mostMs ? mostMs / clock : 1;
  return { atMs: atMs.map((time) => time * squeeze), endMs: clock * squeeze };
}
