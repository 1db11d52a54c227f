import { expect, test } from 'vitest';
import { Ballot, type Bid } from '../../../../src/planner/deeds/grounding/ballot.ts';
import type { Node } from '../../../../src/planner/deeds/grounding/node.ts';
import type { Pairing } from '../../../../src/planner/deeds/grounding/pairing.ts';
import { itemOf } from '../screen-by-hand.ts';

const node = (name: string) => ({ name }) as unknown as Node;
/** What an application has besides, none of it likely. */
const others = () => Array.from({ length: 200 }, (_, at) => bid(`Other ${at}`, -9));
const bid = (key: string, score: number, isPossible = true): Bid => ({
  key,
  score,
  pairing: () => (isPossible ? ({ item: itemOf('field', key), strengths: [1] } as unknown as Pairing) : null),
});

test('what is far likelier than all else in the application wins, wherever it stands', () => {
  const ballot = new Ballot();
  ballot.add(node('general'), [...others(), bid('Name', -3), bid('Country', -2.5)]);
  ballot.add(node('fuel'), [bid('Receipt above', 0.5)]);
  const won = ballot.winner();
  expect(won?.node).toEqual({ name: 'fuel' });
  expect(won?.move).toMatchObject({ how: 'fill', item: { name: 'Receipt above' }, hasWon: true });
});

test('of two that are nearly as likely none wins', () => {
  const ballot = new Ballot();
  ballot.add(node('general'), [...others(), bid('Notify by mail', 2)]);
  ballot.add(node('alerts'), [bid('Notify by text', 1.5)]);
  expect(ballot.winner()).toBeNull();
});

test('the same control on two screens is one', () => {
  const ballot = new Ballot();
  ballot.add(node('settings'), [...others(), bid('Receipt above', 0.5)]);
  ballot.add(node('settings, opened from the menu'), [bid('Receipt above', 0.5)]);
  expect(ballot.winner()?.node).toEqual({ name: 'settings' });
});

test('what stands there already is not set, and nothing else in its place', () => {
  const ballot = new Ballot();
  ballot.add(node('fuel'), [...others(), bid('Receipt above', 0.5, false), bid('Card company', -4)]);
  expect(ballot.winner()).toBeNull();
});

test('among few none wins', () => {
  const ballot = new Ballot();
  ballot.add(node('order'), [bid('Full name', 0.5), bid('Email', -4)]);
  expect(ballot.winner()).toBeNull();
});
