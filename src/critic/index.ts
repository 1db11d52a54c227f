/**
 * The critic: it looks at pages and films as a viewer would, before anybody else sees them. `worker/film` comes in; the domain takes the words of its
 * findings. It touches nothing: facts go in, findings come out.
 */

export { isDeed } from './film/acts.ts';
export type { TextsThen } from './film/text.ts';
export { type Finding, type FindingCode, findingCodes, qualityOf } from './findings.ts';
export { bannerOf, type Expected, judgeEnding, judgeOpening } from './judge-page.ts';
export { type PageFacts, readPageFacts } from './page-facts.ts';
export { readTexts } from './page-text.ts';
export { type FilmToJudge, type FilmVerdict, watchFilm } from './watch-film.ts';
