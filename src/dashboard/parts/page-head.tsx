import { type ReactNode, useEffect } from 'react';

/** The heading of a page, which is the title of its tab too. */
export function PageHead(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${props.title} · Showreel`;
  }, [props.title]);
  return (
    <div className="page-head">
      <div>
        <h1>{props.title}</h1>
        {props.lead && <p className="quiet">{props.lead}</p>}
      </div>
      {props.children}
    </div>
  );
}
