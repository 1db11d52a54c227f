/**
 * Whether a word is another word with one slip in it: a letter left out, added, doubled or exchanged with its neighbour, or, in
 * words of seven letters and more, replaced by another letter.
 */
export function isSlip(written: string, meant: string): boolean {
  if (written === meant || Math.abs(written.length - meant.length) > 1 || written[0] !== meant[0])
    return false;
  let from = 0;
  while (from < written.length && written[from] === meant[from]) from++;
  const [left, right] = [written.slice(from), meant.slice(from)];
  if (left.slice(1) === right || left === right.slice(1)) return true;
  if (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0]) return true;
  return written.length >= 7 && left.slice(1) === right.slice(1);
}
