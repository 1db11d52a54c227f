/**
 * Takes: what a film is composed of, kept as a file, so that another presentation can be composed from it without opening the page.
 * `shoot` writes it and `recompose` reads it. It draws nothing and asks no page; it reads and writes the file that it is given.
 *
 * - `keep-take`: a take written while it is shot. `take-file`, `timeline`: the file. `restage`: the take on another stage.
 */
export { keepTake } from './keep-take.ts';
export { restage } from './restage.ts';
export { BrokenTake, noteOutcome, openTake, type StoredTake } from './take-file.ts';
