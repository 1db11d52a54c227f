import { useEffect, useRef } from 'react';

/**
 * A picture that came inside an answer. The content policy lets pictures of this service in by address alone, so it is drawn on a
 * canvas; the picture before stays until the next one is decoded, and nothing flickers.
 */
export function StillPicture(props: {
  picture: string | undefined;
  /** null where a text beside it says the same. */
  label: string | null;
}) {
  const { picture, label } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!picture) return;
    let isLeft = false;
    void createImageBitmap(new Blob([bytesOf(picture)], { type: 'image/jpeg' })).then((bitmap) => {
      const { current } = canvas;
      if (isLeft || !current) return;
      Object.assign(current, { width: bitmap.width, height: bitmap.height });
      current.getContext('2d')?.drawImage(bitmap, 0, 0);
      bitmap.close();
      current.dataset.drawn = 'true';
    });
    return () => {
      isLeft = true;
    };
  }, [picture]);
  const size = { width: 16, height: 9 };
  return label === null ? (
    <span aria-hidden="true">
      <canvas ref={canvas} {...size} />
    </span>
  ) : (
    <canvas ref={canvas} {...size} role="img" aria-label={label} />
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
