/**
 * The critic: it looks at pages and films as a viewer would, before anybody else sees them. `worker/film` comes in; the domain takes the words of its
 * findings. It touches nothing: facts go in, findings come out.
 */
export { type Finding, type FindingCode, findingCodes, qualityOf } from './findings.ts';
export { type Expected, judgeEnding, judgeOpening } from './judge-page.ts';
export { type PageFacts, readPageFacts } from './page-facts.ts';
export { watchFilm } from './watch-film.ts';
