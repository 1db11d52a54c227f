import { type Html, html, Html as Trusted } from '../../src/web/html.ts';
import type { GalleryFilm } from './films.ts';

/** One page with a section for each filmed page. The sheets are inside it; the films lie beside it. */
export function renderGallery(films: GalleryFilm[]): string {
  const byPage = Map.groupBy(films, ({ page }) => page);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Showreel: contact sheets</title>
<style>${new Trusted(style)}</style>
</head>
<body>
<h1>Contact sheets</h1>
<p>Every page in every shape, each film once and as it came. Eight frames of each, in order. A press on a sheet plays the film.</p>
${[...byPage].map(([page, itsFilms]) => section(page, itsFilms))}
</body>
</html>
`.text;
}

const section = (page: string, films: GalleryFilm[]): Html => html`<section>
<h2>${page}</h2>
<p>“${films[0]!.prompt}”</p>
${films.map(figure)}
</section>
`;

const figure = (film: GalleryFilm): Html => html`<figure>
${
  film.error === null
    ? html`<a href="${film.file}"><img alt="Eight frames of the film" src="data:image/jpeg;base64,${film.sheet.toString('base64')}"></a>`
    : html`<p class="error">${film.error}</p>`
}
<figcaption>${film.aspect}, ${film.template}${film.error === null && figures(film)}${film.warnings.map((text) => html`<br>${text}`)}</figcaption>
</figure>
`;

const figures = ({ durationMs, quality }: { durationMs: number; quality: number | null }): string =>
  `, ${(durationMs / 1000).toFixed(1)} s${quality === null ? '' : `, quality ${quality.toFixed(2)}`}`;

const style = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; color: #16181d; background: #fff }
h2 { margin: 3rem 0 0; font-size: 1.25rem }
figure { margin: 1.5rem 0 }
img { max-width: 100%; display: block; border-radius: 6px }
figcaption { color: #596072; font-size: 0.875rem; margin-top: 0.375rem }
.error { color: #b3261e }
`;
