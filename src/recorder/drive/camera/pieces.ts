import type { ElementHandle, JSHandle } from 'puppeteer-core';
import type { Tab } from '../../browser/index.ts';
import type { Point } from '../../contract/take-frame.ts';
import { type Piece, PieceReader } from './piece-reader.ts';

/** What stands on the page around `element`; nothing where the page cannot tell. */
export async function piecesAround(tab: Tab, element: ElementHandle<Element>): Promise<Piece[]> {
  if (element.frame !== tab.page.mainFrame()) return [];
  return (await readPieces(tab, element).catch(() => null)) ?? [];
}

/** Where the pieces are when the page has moved by `shift`. */
export const shiftPieces = (pieces: Piece[], shift: Point): Piece[] =>
  pieces.map((piece) => (piece.pinned ? piece : { ...piece, x: piece.x + shift.x, y: piece.y + shift.y }));

async function readPieces(tab: Tab, element: ElementHandle<Element>): Promise<Piece[]> {
  const source = element.frame.evaluateHandle(`(${String(PieceReader)})`);
  const reader = (await tab.answer(source)) as JSHandle<typeof PieceReader>;
  try {
    return await tab.answer(
      reader.evaluate((Reader, subject) => new Reader(subject as Element).read(), element),
    );
  } finally {
    await reader.dispose().catch(() => undefined);
  }
}
