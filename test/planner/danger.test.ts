import { describe, expect, test } from 'vitest';
import { answerFor } from '../../src/planner/match/field-values.ts';
import { dangerOf } from '../../src/planner/page/danger.ts';
import type { Control, RawControl } from '../../src/planner/page/view.ts';
import { isOnSite } from '../../src/site.ts';

const control = (given: Partial<RawControl>): Control => ({
  id: 1,
  role: 'button',
  name: '',
  purpose: 'act',
  inputType: null,
  hint: '',
  box: { x: 0, y: 0, width: 100, height: 40 },
  visible: true,
  href: null,
  newTab: false,
  download: false,
  expanded: null,
  checked: null,
  required: false,
  filled: false,
  value: '',
  around: '',
  under: '',
  options: [],
  section: null,
  form: null,
  opener: null,
  overlay: false,
  navigation: false,
  prominence: 1,
  besideCardFields: false,
  effects: '',
  leadsTo: null,
  onSite: true,
  inPage: false,
  danger: null,
  ...given,
});

describe('what a demo never presses', () => {
  test.each([
    ['Pay €40 now', 'payment'],
    ['Buy now', 'payment'],
    ['buy-now', 'payment'],
    ['Place your order', 'payment'],
    ['Proceed to checkout', 'payment'],
    ['Jetzt kaufen', 'payment'],
    ['立即下单', 'payment'],
    ['ادفع الآن', 'payment'],
    ['Delete project', 'deletion'],
    ['Remove', 'deletion'],
    ['Cancel my subscription', 'deletion'],
    ['Konto löschen', 'deletion'],
    ['削除する', 'deletion'],
    ['Sign out', 'sign-out'],
    ['Log off', 'sign-out'],
    ['Abmelden', 'sign-out'],
    ['退出登录', 'sign-out'],
  ])('%s is a %s', (name, danger) => {
    expect(dangerOf(control({ name }))).toBe(danger);
  });

  test.each([
    'Payments',
    'Pricing',
    'Start free trial',
    'Display options',
    'Read the payroll guide',
    'Undo',
    'Blog out loud',
    'checkout-api',
    'Sign in',
  ])('%s is harmless', (name) => {
    expect(dangerOf(control({ name }))).toBeNull();
  });

  test('a harmless name does not hide where a link leads or how it is sent', () => {
    expect(dangerOf(control({ name: 'See you', effects: '/users/sign_out' }))).toBe('sign-out');
    expect(dangerOf(control({ name: '×', effects: 'delete /items/4' }))).toBe('deletion');
    expect(dangerOf(control({ name: 'Continue', purpose: 'submit', besideCardFields: true }))).toBe(
      'payment',
    );
  });
});

describe('what a demo types', () => {
  const field = (hint: string, inputType = 'text') =>
    control({ purpose: 'input', role: 'textbox', hint, inputType });

  test.each([
    ['first_name', 'text', /^\p{L}+$/u],
    ['Work email', 'email', /^\S+@example\.com$/],
    ['phone', 'tel', /555/],
    ['website', 'url', /^https:\/\/example\.com$/],
    ['when', 'date', /^\d{4}-\d\d-\d\d$/],
    ['seats', 'number', /^\d+$/],
    ['البريد الإلكتروني', 'text', /@example\.com$/],
  ])('%s (%s) gets data of its kind', (hint, type, expected) => {
    expect(answerFor(field(hint, type))).toMatch(expected);
  });

  test('cards, codes and files are left alone', () => {
    expect(answerFor(field('card number'))).toBeNull();
    expect(answerFor(field('cc-csc cvc'))).toBeNull();
    expect(answerFor(field('one-time-code'))).toBeNull();
    expect(answerFor(field('photo', 'file'))).toBeNull();
    expect(answerFor(control({ purpose: 'input', inputType: 'text', besideCardFields: true }))).toBeNull();
  });
});

test('a site is its registrable domain; without one it is the host on any port', () => {
  expect(isOnSite('https://app.example.com/x', 'https://www.example.com/')).toBe(true);
  expect(isOnSite('https://example.org/', 'https://example.com/')).toBe(false);
  expect(isOnSite('http://127.0.0.1:9000/', 'http://127.0.0.1:8000/')).toBe(true);
  expect(isOnSite('http://127.0.0.2/', 'http://127.0.0.1/')).toBe(false);
  expect(isOnSite('https://two.github.io/', 'https://one.github.io/')).toBe(false);
  expect(isOnSite('mailto:a@example.com', 'https://example.com/')).toBe(false);
});

test.each(['Purchase orders', 'Pay runs', 'Checkout settings', 'Purchase history'])(
  '“%s” leads to a part of an application, and pays nothing',
  (name) => expect(dangerOf(control({ name }))).toBeNull(),
);
test.each(['Pay', 'Purchase', 'Purchase now', 'Check out', 'Checkout'])('“%s” pays', (name) =>
  expect(dangerOf(control({ name }))).toBe('payment'),
);
