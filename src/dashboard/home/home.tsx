import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '../data/api.ts';
import { DemoGrid, useKept } from '../parts/demo-grid.tsx';
import { FaultNote } from '../parts/fault-note.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { WishForm } from './wish-form.tsx';

const shown = 6;

/** Where a visitor who is signed in begins: with the next film, above the latest ones. */
export function Home() {
  const [query] = useSearchParams();
  const demos = useQuery(api.demos.overview.queryOptions({ limit: shown }));
  const latest = useKept(demos.data?.demos ?? []);
  const wish = { url: query.get('url') ?? '', prompt: query.get('prompt') ?? '' };
  return (
    <>
      <PageHead title="What shall the next demo show?" />
      <WishForm wish={wish} submit="See the storyboard" />
      <p className="wish-note">
        You see the scenes before anything is filmed. Looking at them costs nothing.
      </p>
      <section className="section" aria-busy={demos.isPending}>
        {demos.isPending && <Skeleton height={220} radius="lg" />}
        {demos.isError && <FaultNote error={demos.error} retry={() => demos.refetch()} />}
        {demos.data && latest.length === 0 && <Sample />}
        {latest.length > 0 && (
          <>
            <div className="row between">
              <h2>Latest demos</h2>
              <Button component={Link} to="/demos" variant="subtle">
                All demos
              </Button>
            </div>
            <DemoGrid demos={latest} />
          </>
        )}
      </section>
    </>
  );
}

/** Who has no film yet sees one: the one of the sample site, which every service has. */
function Sample() {
  const [calm] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  return (
    <figure className="sample">
      <video
        autoPlay={!calm}
        muted
        loop
        playsInline
        controls
        poster="/sample/poster.jpg"
        width={1120}
        height={630}
        aria-label="A demo video of a sample site: the camera moves to the pricing, and the cursor switches it to yearly"
      >
        <source src="/sample/film.webm" type="video/webm" />
        <source src="/sample/film.mp4" type="video/mp4" />
      </video>
      <figcaption className="quiet small">
        An example, recorded from Showreel’s sample site and the sentence “Open the pricing and switch to
        yearly”.
      </figcaption>
    </figure>
  );
}
