import open from 'open';
import type { Printer } from './printer.ts';

/** A machine without a browser is no fault: the address was shown. */
export async function openInBrowser(url: string, printer: Printer): Promise<void> {
  const child = await open(url).catch(() => null);
  if (!child) return printer.remark('No browser was found here. Open the address yourself.');
  child.on('error', () => printer.remark('No browser was found here. Open the address yourself.'));
}
