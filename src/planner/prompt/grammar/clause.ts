import type { VerbKind } from '../../language/deed-words.ts';
import type { Token } from '../tokens.ts';

/** One order of a prompt: a verb and what stands behind it. */
export interface Clause {
  kind: VerbKind;
  verb: string;
  rest: Token[];
  said: string;
  /** Places named before the verb, each with its small word: "in Settings, under General, turn on …". */
  lead: Token[][];
  /** The prompt asks how it is done, and not that it be done. */
  told: boolean;
  /** It only states something: when it is so. */
  stated?: Token[];
  /** A colon stands behind it, and then how it is done. */
  explained?: true;
  /** It was told as a fact: "we have a new member". */
  isFact?: true;
  /** It stands behind a "to" and says what for: "edit the plan to change its price". */
  aim: boolean;
}
