import type { DeedKind, FieldValue, Mention } from '../deed.ts';
import type { Clause } from './clause.ts';

/** What one clause says, before it is known what the clauses around it say. */
export interface Draft {
  clause: Clause;
  kind: DeedKind;
  thing: Mention | null;
  places: Mention[];
  fields: FieldValue[];
  commits: boolean;
  /** What it is about belongs to something named before ("its width"), or is that ("it"). */
  owned: boolean;
  /** A place of it belongs to something named before ("in its settings"). */
  ownedPlace: boolean;
}

export const draft = (clause: Clause, kind: DeedKind, rest: Partial<Draft> = {}): Draft => ({
  clause,
  kind,
  thing: null,
  places: [],
  fields: [],
  commits: !clause.told && kind !== 'open',
  owned: false,
  ownedPlace: false,
  ...rest,
});
