/**
 * Pictures in terminals that can show them: by the protocol of iTerm2, which takes a JPEG as it is, or by that of kitty, which
 * takes pixels. Neither is used where the terminal does not say that it knows it.
 */
import { deflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { createSupportsTerminalGraphics } from 'supports-terminal-graphics';

export type Protocol = 'iterm2' | 'kitty';

/** The size of a picture, in cells of the terminal. */
export interface Cells {
  columns: number;
  rows: number;
}

export function pictureProtocol(stream: NodeJS.WriteStream, env = process.env): Protocol | null {
  // tmux and screen pass neither on. VS Code knows the protocol but has it switched off, and would show an empty box.
  if (!stream.isTTY || env.TMUX || env.STY || env.TERM_PROGRAM === 'vscode') return null;
  const { iterm2, kitty } = createSupportsTerminalGraphics(stream);
  if (iterm2) return 'iterm2';
  return kitty ? 'kitty' : null;
}

/** The control sequence that draws a JPEG at the cursor. */
export function drawJpeg(protocol: Protocol, picture: Uint8Array, cells: Cells): string {
  return protocol === 'iterm2' ? forITerm2(picture, cells) : forKitty(picture, cells);
}

function forITerm2(picture: Uint8Array, { columns, rows }: Cells): string {
  const told = `inline=1;width=${columns};height=${rows};preserveAspectRatio=1;size=${picture.length}`;
  return `\x1b]1337;File=${told}:${Buffer.from(picture).toString('base64')}\x07`;
}

/** Each picture replaces the last one, as both have the same id. `q=2` keeps the terminal from answering into the shell. */
function forKitty(picture: Uint8Array, { columns, rows }: Cells): string {
  const { width, height, data } = jpeg.decode(picture, {
    useTArray: true,
    formatAsRGBA: false,
    maxResolutionInMP: 4,
    maxMemoryUsageInMB: 64,
  });
  const told = `a=T,i=1813,p=1,q=2,C=1,f=24,o=z,s=${width},v=${height},c=${columns},r=${rows}`;
  const text = deflateSync(data).toString('base64');
  const chunks = text.match(/.{1,4096}/g) ?? [];
  return chunks
    .map((chunk, index) => {
      const more = index < chunks.length - 1 ? 1 : 0;
      return `\x1b_G${index === 0 ? `${told},` : ''}m=${more};${chunk}\x1b\\`;
    })
    .join('');
}
