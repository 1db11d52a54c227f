import { expect, test } from 'vitest';
import { shownLabel } from '../../../../src/recorder/drive/page/page-label.ts';

const shown = (url: string, siteName?: string) => {
  const label = shownLabel({ title: 'Plans', url, topColor: '#fff' }, siteName);
  return label.shownAs ?? label.url;
};

test.each([
  'http://127.0.0.1/plans',
  'http://127.0.0.1:4173/',
  'http://[::1]:3000/',
  'http://localhost/plans',
  'http://localhost./plans',
  'http://app.local./',
  'http://app.localhost:8080/',
  'https://192.168.1.20/',
  'https://staging.acme.internal/',
  'https://acme.example:8443/plans',
])('the bar shows the name of the project in place of %s', (url) => {
  expect(shown(url, 'Acme')).toBe('Acme');
  expect(shown(url)).toBe('Plans');
});

test.each(['https://acme.example/plans', 'http://www.acme.example/', 'about:blank'])('%s stays', (url) => {
  expect(shown(url, 'Acme')).toBe(url);
});

test('a project that is called by that address has no name to show: the page’s title stands there', () => {
  expect(shown('http://127.0.0.1:4173/plans', '127.0.0.1:4173')).toBe('Plans');
});

test.each([
  'http://127.0.0.1:3000',
  '127.0.0.1:3000',
  'localhost',
  'localhost:3000/app',
  'https://staging.acme.internal/',
  'app.local.',
])('a project that is called %s has no name to show on another local address either', (name) => {
  expect(shown('http://localhost:4173/plans', name)).toBe('Plans');
});

test.each(['Acme', 'Acme: the shop', 'acme.example', 'Node.js', 'v2.0'])(
  'a project may be called %s',
  (name) => {
    expect(shown('http://localhost:4173/plans', name)).toBe(name);
  },
);

test('a page whose title is its address too has nothing to show', () => {
  const page = { title: 'localhost:4173', url: 'http://localhost:4173/', topColor: '#fff' };
  expect(shownLabel(page, undefined).shownAs).toBe('');
});
