import { describe, expect, it } from 'vitest';
import { type AppLogLine, changesAfter, doneTwice, readAppLog, statesIn } from './app-log.ts';

const load: AppLogLine = { kind: 'load' };
const put = (state: unknown): AppLogLine => ({ kind: 'put', state });
const same: AppLogLine = { kind: 'put', same: true };

const lamp = (isOn: boolean, time = '2031-01-01T10:00:00.000Z') => put({ lamp: { isOn, changedAt: time } });
const [off, on] = [lamp(false), lamp(true)];
const shelf = (...books: object[]) => put({ books });
const dune = { id: 1, title: 'Dune' };

describe('the log of an application', () => {
  it('is read up to its last whole line', () => {
    const lines = [load, put({ a: 1 }), same].map((line) => JSON.stringify(line)).join('\n');
    expect(readAppLog(`${lines}\n{"kind":"pu`)).toEqual([load, put({ a: 1 }), same]);
    expect(readAppLog('')).toEqual([]);
  });

  it('has a state for each change, whatever the order of members', () => {
    expect(
      statesIn([load, put({ a: 1, b: 2 }), put({ b: 2, a: 1 }), same, put({ a: 2, b: 2 })]),
    ).toHaveLength(2);
  });
});

describe('a rehearsal', () => {
  it('that loads the page again and pushes nothing new writes nothing', () => {
    expect(changesAfter([load, off], [load, same, load, off])).toBe(0);
  });

  it('that changes the state and changes it back writes twice', () => {
    expect(changesAfter([load, off], [on, same, off])).toBe(2);
  });

  it('of a page that pushes nothing when it loads writes with its first push', () => {
    expect(changesAfter([load], [on])).toBe(1);
  });
});

describe('a deed is done twice', () => {
  const film = (...lines: AppLogLine[]) => doneTwice({ load: [load, off], rehearsal: [], film: lines });

  it('not where it is done once', () => {
    expect(film(load, same, on)).toBeNull();
    expect(film()).toBeNull();
  });

  it('not where the film tries something and takes it back', () => {
    expect(film(on, off)).toBeNull();
  });

  it('where the film goes there, back and there again, at other times', () => {
    const [later, last] = [lamp(false, '2031-01-01T10:00:01.000Z'), lamp(true, '2031-01-01T10:00:02.000Z')];
    expect(film(on, later, last)).toContain('twice');
  });

  it('where the film takes back what the rehearsal did', () => {
    expect(doneTwice({ load: [load, off], rehearsal: [on], film: [load, same, off] })).toContain('took back');
    expect(doneTwice({ load: [load, off], rehearsal: [on, off], film: [load, same, on] })).toContain('twice');
  });

  const shelved = (before: AppLogLine, after: AppLogLine) =>
    doneTwice({ load: [load, before], rehearsal: [], film: [after] });
  const emma = (id: number) => ({ id, title: 'Emma', addedAt: `2031-01-01T10:00:0${id}.000Z` });

  it('where two new things differ in nothing but their ids and times', () => {
    expect(shelved(shelf(dune), shelf(dune, emma(2), emma(3)))).toBe('two new things are alike in /books');
  });

  it('also deep in the state, and where the thing around it has moved', () => {
    const room = (id: number, ...tags: string[]) => ({ id, tags });
    const [before, after] = [put([room(1), room(2)]), put([room(2, 'new', 'new'), room(1)])];
    expect(shelved(before, after)).toBe('two new things are alike in /0/tags');
  });

  it('not where one more is like one that was there', () => {
    expect(shelved(shelf(emma(1)), shelf(emma(1), emma(2)))).toBeNull();
  });

  it('not where one press adds a row of alike cells, at the end or before others', () => {
    const table = (...rows: string[][]) => put({ tables: [{ id: 1, rows }] });
    const [prices, seats] = [
      ['Price', '', ''],
      ['Seats', '3', '5'],
    ];
    const empty = ['', '', ''];
    expect(shelved(table(prices, seats), table(prices, seats, empty))).toBeNull();
    expect(shelved(table(prices, seats), table(prices, empty, seats))).toBeNull();
    expect(shelved(table(prices, seats), table(prices, seats, empty, empty))).toContain('alike');
  });

  it('where something is added twice to what is new itself', () => {
    const room = (...tags: string[]) => put({ rooms: [{ id: 1, tags }] });
    const states = [put({ rooms: [] }), room(), room('quiet'), room('quiet', 'quiet')];
    expect(doneTwice({ load: [load, states[0]!], rehearsal: [], film: states.slice(1) })).toBe(
      'two new things are alike in /rooms/0/tags',
    );
  });

  it('not where two new things have different names', () => {
    expect(shelved(shelf(), shelf(dune, emma(2)))).toBeNull();
  });
});
