/** The size of a JPEG in pixels, as its start-of-frame marker tells it. */
export function jpegSize(jpeg: Uint8Array): { width: number; height: number } {
  const bytes = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let at = 2;
  while (at + 9 < bytes.byteLength) {
    const marker = bytes.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) };
    at += 2 + bytes.getUint16(at + 2);
  }
  throw new Error('The browser sent a picture that is not a JPEG.');
}
