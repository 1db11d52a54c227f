import { Button } from '@mantine/core';
import { useRef } from 'react';
import { CopyButtons } from '../parts/copy.tsx';
import { type DemoDetail, titleOf } from '../parts/demo-state.ts';
import { embedCodeOf } from '../parts/embed-code.ts';
import { filmRatio, withRatio } from '../parts/shapes.ts';
import { PickMoment } from './pick-moment.tsx';
import { Remarks } from './remarks.tsx';

/** The film, and every way to take it elsewhere. */
export function Film({ demo }: { demo: DemoDetail }) {
  const { id, version, format, urls } = demo;
  const player = useRef<HTMLVideoElement>(null);
  const at = (path: string) => `${path}?v=${version}`;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: every film that has captions has the track below. An uploaded one may have none. */}
      <video
        className="stage"
        style={withRatio(filmRatio(demo))}
        ref={player}
        key={version}
        src={at(`/video/${id}.${format}`)}
        // Another moment may be picked for it, in the same version.
        poster={demo.thumbnail_key ? `/thumb/${id}.png?v=${demo.thumbnail_key.slice(-16, -4)}` : undefined}
        controls
        playsInline
        preload="metadata"
        aria-label={titleOf(demo)}
      >
        {urls.captions && (
          <track kind="captions" src={at(`/captions/${id}.vtt`)} srcLang="en" label="Captions" />
        )}
        {urls.chapters && (
          <track kind="chapters" src={at(`/chapters/${id}.vtt`)} srcLang="en" label="Chapters" />
        )}
      </video>
      <div className="row">
        <CopyButtons texts={textsOf(demo)} />
        <Button
          component="a"
          variant="default"
          href={`${at(`/video/${id}.${format}`)}&download`}
          download={`${id}.${format}`}
        >
          Download
        </Button>
        {urls.gif && (
          <Button
            component="a"
            variant="default"
            href={`${at(`/gif/${id}.gif`)}&download`}
            download={`${id}.gif`}
          >
            Download GIF
          </Button>
        )}
        <Button component="a" variant="subtle" href={`/share/${id}`}>
          Open the share page
        </Button>
      </div>
      <div className="row">
        <PickMoment demo={demo} player={player} />
      </div>
      <Remarks warnings={demo.warnings} quality={demo.quality} />
    </>
  );
}

function textsOf(demo: DemoDetail): Record<string, string> {
  const { share, embed, gif, thumbnail } = demo.urls;
  const picture = gif ?? thumbnail;
  const title = titleOf(demo);
  return {
    Share: share!,
    Embed: embedCodeOf(embed!, title, filmRatio(demo)),
    ...(gif && { GIF: gif }),
    ...(picture && { Markdown: `[![${title.replaceAll(/[[\]\\]/g, '\\$&')}](${picture})](${share})` }),
    oEmbed: `${window.location.origin}/oembed?${new URLSearchParams({ url: share! })}`,
  };
}
