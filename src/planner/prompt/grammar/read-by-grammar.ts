import { anyOf } from '../../language/patterns.ts';
import type { Deed } from '../deed.ts';
import { asKept } from '../favorites.ts';
import { lexiconFor, type Reading } from '../lexicon.ts';
import { withMailApart } from '../mail-beside-name.ts';
import { tokens } from '../tokens.ts';
import { withoutAsides } from './asides.ts';
import { readChange } from './changes.ts';
import type { Clause } from './clause.ts';
import { clausesOf } from './clauses.ts';
import type { Draft } from './draft.ts';
import { readChoice, readFill, readRemark, readUse } from './entries.ts';
import { deedsOf } from './join.ts';
import { readMake } from './makes.ts';
import { readAct, readCreate, readLetter, readOpen } from './objects/objects.ts';
import { readLet } from './predicates.ts';
import { oneEach, withOnes } from './several.ts';
import { isOfNames, readMark, readMove, readPut, readRename, readSwitch } from './states.ts';
import { readWish } from './wishes.ts';

/**
 * Reads a prompt by the grammar of its language.
 *
 * What is opened or selected on the way to a deed is no deed of its own. A page or a panel ("go to Settings and …") becomes a
 * place of the deeds behind it, until another is opened. A thing ("select the layer 'x' and …") becomes the thing of those that
 * name none of their own or speak of "its" fields, and a place of the others. An `open` deed stands only where nothing follows.
 */
export function readByGrammar(prompt: string): Deed[] {
  const all = tokens(prompt);
  const reading = { prompt, lexicon: lexiconFor(all) };
  const told = withoutAsides(all, reading.lexicon);
  const drafts = clausesOf(prompt, told, reading.lexicon).flatMap((clause) => draftsOf(clause, reading));
  return deedsOf(drafts, reading).map((deed) => asKept(withMailApart(deed)));
}

function draftsOf(clause: Clause, reading: Reading): Draft[] {
  const wish = readWish(clause, reading);
  if (wish) return [wish];
  switch (clause.kind) {
    case 'change':
      return withOnes(clause, reading).map((one) => readChange(one, reading));
    case 'rename':
      return [readRename(clause, reading)];
    case 'mark':
      return oneEach(clause, reading).map((one) => readMark(one, reading));
    case 'move':
      return isOfNames(clause, reading)
        ? [readMove(clause, reading)]
        : oneEach(clause, reading).map((one) => readMove(one, reading));
    case 'make':
      return [readMake(clause, reading) ?? filmed(readCreate(clause, reading), reading)];
    case 'let':
      return [readLet(clause, reading) ?? readOpen({ ...clause, kind: 'tour' }, reading)];
    case 'on':
    case 'off':
      return [readSwitch(clause, reading)];
    case 'create':
      return oneEach(clause, reading).map((one) => filmed(readCreate(one, reading), reading));
    case 'letter':
      return [readLetter(clause, reading)];
    case 'fill':
      return [readFill(clause, reading)];
    case 'put':
      return [readPut(clause, reading)];
    case 'remark':
      return [readRemark(clause, reading)];
    case 'choose': {
      const choice = readChoice(clause, reading);
      return choice ? [choice] : oneEach(clause, reading).map((one) => readOpen(one, reading));
    }
    case 'open':
    case 'tour':
      return [readOpen(clause, reading)];
    case 'use':
      return [readUse(clause, reading)];
    default:
      return readAct(clause, reading);
  }
}

const films = new RegExp(`\\b${anyOf('film', 'films')}s?$`);

/** "Make a short teaser" and "make it look nice" wish for a film. */
function filmed(made: Draft, { lexicon }: Reading): Draft {
  const { clause, thing, fields } = made;
  const quotes = clause.rest.some(({ kind }) => kind === 'quote');
  const isFilm = thing !== null && !quotes && films.test(thing.kind || thing.said.toLowerCase());
  // "I need a closer look at the prices" gives nothing new a name or a value.
  const isBare = clause.isFact && thing?.name == null && fields.length === 0;
  const isLook = clause.kind === 'make' && lexicon.has('pronouns', clause.rest[0]);
  return isFilm || isLook || isBare ? { ...made, kind: 'open', clause: { ...clause, kind: 'tour' } } : made;
}
