import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { toCsv } from '../../src/dashboard/account/ledger-csv.ts';
import { nextMonth } from '../../src/dashboard/account/month.tsx';
import { type DemoPage, mergePages } from '../../src/dashboard/data/demo-lists.ts';
import { fieldFaults } from '../../src/dashboard/data/fault.ts';
import { changesBetween, type Refresh, seenVersions } from '../../src/dashboard/demo/compare.ts';
import { readCookies } from '../../src/dashboard/projects/cookies.ts';

const demo = (id: string, title = id) => ({ id, title }) as DemoPage['demos'][number];
const page = (ids: string, next: string | null) => ({
  demos: [...ids].map((id) => demo(id)),
  next_cursor: next,
  total: 9,
});
const idsOf = (pages: DemoPage[]) => pages.map(({ demos }) => demos.map(({ id }) => id).join(''));

test('changed demos find their place in the pages of a list, the newest first', () => {
  const pages = [page('zyx', 'x'), page('wts', 's')];
  const merge = (changed: string, found: string, total = 9) =>
    idsOf(mergePages(pages, [...changed], { demos: [...found].map((id) => demo(id)), total }));
  expect(merge('x', 'x')).toEqual(['zyx', 'wts']);
  expect(merge('x', '')).toEqual(['zy', 'wts']);
  expect(merge('~', '~')).toEqual(['~zyx', 'wts']);
  expect(merge('uv', 'vu')).toEqual(['zyx', 'wvuts']);
  // Older than what was read: it comes with its own page.
  expect(merge('a', 'a')).toEqual(['zyx', 'wts']);
  expect(idsOf(mergePages([page('zyx', null)], ['a'], { demos: [demo('a')], total: 4 }))).toEqual(['zyxa']);
  expect(idsOf(mergePages([page('', null)], ['a'], { demos: [demo('a')], total: 1 }))).toEqual(['a']);
  const [first] = mergePages(pages, ['y'], { demos: [demo('y', 'New title')], total: 12 });
  expect(first).toMatchObject({ total: 12, demos: [{ title: 'z' }, { title: 'New title' }, { title: 'x' }] });
  // A tile that did not change is the same object, so it is not drawn again.
  expect(first!.demos[0]).toBe(pages[0]!.demos[0]);
});

const refused = (error: string, status = 400) =>
  TRPCClientError.from({
    error: {
      code: -32600,
      message: error,
      data: { error, code: 'validation_failed', status, requestId: 'req_1' },
    },
  } as never);

test('sentences of a refused input are told at their fields, and the others are not lost', () => {
  const both = refused(
    '`name` must have 1 to 100 characters, but it has 0. `mask_selectors[1]` must be one CSS selector.',
  );
  expect(fieldFaults(both, ['name', 'mask_selectors'])).toEqual({
    of: {
      name: 'Must have 1 to 100 characters, but it has 0.',
      mask_selectors: 'Mask_selectors[1] must be one CSS selector.',
    },
    isTold: true,
  });
  expect(fieldFaults(both, ['name'])).toMatchObject({ isTold: false });
  expect(fieldFaults(refused('The input is not valid JSON.'), ['name'])).toEqual({ of: {}, isTold: false });
  expect(fieldFaults(refused('`name` is busy.', 409), ['name'])).toEqual({ of: {}, isTold: false });
  expect(fieldFaults(null, ['name'])).toEqual({ of: {}, isTold: true });
});

test('cookies are read as browsers send them and as tools export them', () => {
  expect(readCookies('Cookie: sid=a=b; theme="dark"\n')).toEqual([
    { name: 'sid', value: 'a=b' },
    { name: 'theme', value: '"dark"' },
  ]);
  const extension = [
    {
      name: 'sid',
      value: 'v',
      domain: '.example.com',
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'no_restriction',
      expirationDate: 1798761600.5,
    },
    { name: 'b', value: '', sameSite: 'unspecified', session: true },
  ];
  expect(readCookies(JSON.stringify(extension))).toEqual([
    {
      name: 'sid',
      value: 'v',
      domain: '.example.com',
      path: '/',
      secure: true,
      http_only: true,
      same_site: 'None',
      expires: 1_798_761_601,
    },
    { name: 'b', value: '' },
  ]);
  const playwright = { cookies: [{ name: 'sid', value: 'v', expires: -1, sameSite: 'Lax' }], origins: [] };
  expect(readCookies(JSON.stringify(playwright))).toEqual([{ name: 'sid', value: 'v', same_site: 'Lax' }]);
  expect(() => readCookies(' ')).toThrow('There are no cookies here.');
  expect(() => readCookies('sid')).toThrow('“sid” is no cookie');
  expect(() => readCookies('[{')).toThrow('no valid JSON');
  expect(() => readCookies('{"a": 1}')).toThrow('must be a list of cookies');
  expect(() => readCookies('[{"name": "a", "value": 1}]')).toThrow('Cookie 1 must have');
  expect(() => readCookies('[null]')).toThrow('Cookie 1 must have');
});

const refresh = (old: number, made: number | null, more: Partial<Refresh> = {}) =>
  ({
    old_version: old,
    new_version: made,
    changes: [],
    before_url: `/${old}`,
    after_url: made && `/${made}`,
    ...more,
  }) as Refresh;
const change = (section: string) => ({ change: 'added', section, before: null, after: null }) as const;

test('what changed between two versions is what changed in every step between them', () => {
  const history = [
    refresh(3, 4, { changes: [change('d')] }),
    refresh(3, null, { changes: null, before_url: null }),
    refresh(2, 3, { changes: [change('c')] }),
    refresh(2, 2),
    refresh(1, 2, { changes: [change('b')] }),
  ];
  expect(seenVersions(history).map(({ version, url }) => `${version}${url}`)).toEqual([
    '1/1',
    '2/2',
    '3/3',
    '4/4',
  ]);
  const sections = (from: number, to: number) =>
    changesBetween(history, from, to)?.map(({ section }) => section);
  expect(sections(1, 4)).toEqual(['b', 'c', 'd']);
  expect(sections(2, 3)).toEqual(['c']);
  const restyled = [refresh(2, 3, { changes: null, before_url: null, after_url: null }), refresh(1, 2)];
  expect(changesBetween(restyled, 1, 3)).toBeNull();
});

test('the ledger as CSV can be read by every spreadsheet, and none takes a text for a formula', () => {
  const line = {
    id: 'txn_1',
    created_at: '2026-03-02T09:13:20.000Z',
    type: 'bonus',
    pack_id: null,
    amount: -2,
    balance_after: 18,
  } as const;
  const lines = [line, { ...line, description: '=1+1' }, { ...line, description: 'A "gift", really' }];
  expect(toCsv(lines as never)).toBe(
    [
      'id,time,type,description,pack,credits,balance',
      'txn_1,2026-03-02T09:13:20.000Z,bonus,,,-2,18',
      "txn_1,2026-03-02T09:13:20.000Z,bonus,'=1+1,,-2,18",
      'txn_1,2026-03-02T09:13:20.000Z,bonus,"A ""gift"", really",,-2,18',
      '',
    ].join('\r\n'),
  );
});

test('the month begins anew on the first, in UTC', () => {
  expect(nextMonth(new Date('2026-12-31T23:59:00-02:00')).toISOString()).toBe('2027-02-01T12:00:00.000Z');
  expect(nextMonth(new Date('2026-03-31T12:00:00Z')).toISOString()).toBe('2026-04-01T12:00:00.000Z');
});
