import { DemoBrowser } from '../demos/demo-browser.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { DropZone } from './drop-zone.tsx';
import { useUploads } from './queue.ts';
import { Sending } from './sending.tsx';

/** Videos that somebody has recorded themselves: dropped here, sent, and shown beside those that Showreel makes. */
export function UploadsPage() {
  const uploads = useUploads();
  return (
    <>
      <PageHead
        title="Uploads"
        lead="Videos of your own get a share page, an embed, a thumbnail and a GIF. They cost no credit."
      />
      <div className="stack">
        <DropZone />
        {uploads.length > 0 && <Sending uploads={uploads} />}
      </div>
      <section className="section" aria-label="Uploaded videos">
        <h2>Uploaded videos</h2>
        <DemoBrowser
          source="upload"
          empty={
            <p className="quiet plain">
              There is none yet. The first one appears here as soon as it is sent.
            </p>
          }
        />
      </section>
    </>
  );
}
