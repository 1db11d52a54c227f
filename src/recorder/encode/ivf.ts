/**
 * IVF, the simplest container whose frames have times: a header, and before each frame its length and its time. ffmpeg reads raw frames
 * and H.264 from it. As `rawvideo` or Annex B, frames have no times, and each would be one frame long.
 */
export function ivfHeader(
  fourcc: 'I420' | 'H264',
  { width, height, fps }: { width: number; height: number; fps: number },
): Buffer {
  const header = Buffer.alloc(32);
  header.write('DKIF', 0, 'latin1');
  header.writeUInt16LE(header.length, 6);
  header.write(fourcc, 8, 'latin1');
  header.writeUInt16LE(width, 12);
  header.writeUInt16LE(height, 14);
  header.writeUInt32LE(fps, 16);
  header.writeUInt32LE(1, 20);
  return header;
}

/** @param index when the frame is shown, in frames */
export function ivfFrameHeader(lengthBytes: number, index: number): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(lengthBytes, 0);
  header.writeBigUInt64LE(BigInt(index), 4);
  return header;
}
