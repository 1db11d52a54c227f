import { describe, expect, test } from 'vitest';
import { isOnSite, isSameSite } from '../src/site.ts';

describe('two pages are of the same site', () => {
  test.each([
    ['https://example.com/a', 'https://example.com/'],
    ['http://example.com:8080/', 'https://example.com/'],
    ['https://www.example.com/', 'https://example.com/'],
    ['https://example.com/', 'https://app.example.com/'],
    ['https://a.b.example.co.uk/', 'https://example.co.uk/'],
    ['https://EXAMPLE.com./', 'https://example.com/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://127.0.0.1:1234/', 'http://127.0.0.1:80/'],
    ['http://2130706433/', 'http://127.0.0.1/'],
    ['http://localhost:5173/', 'http://localhost/'],
    ['http://[::1]:5173/', 'http://[0:0:0:0:0:0:0:1]/'],
    ['https://me.github.io/a', 'https://me.github.io/'],
  ])('%s and %s', (page, other) => expect(isSameSite(page, other)).toBe(true));
});

describe('two pages are of different sites', () => {
  test.each([
    ['https://evil-example.com/', 'https://example.com/'],
    ['https://example.com.evil.com/', 'https://example.com/'],
    ['https://example.com@evil.com/', 'https://example.com/'],
    ['https://example.org/', 'https://example.com/'],
    ['https://other.co.uk/', 'https://example.co.uk/'],
    ['https://you.github.io/', 'https://me.github.io/'],
    ['http://127.0.0.2/', 'http://127.0.0.1/'],
    ['http://localhost/', 'http://127.0.0.1/'],
    ['http://app.localhost/', 'http://localhost/'],
    ['http://10.0.0.1/', 'http://192.10.0.1/'],
    ['ftp://example.com/', 'https://example.com/'],
    ['nowhere', 'https://example.com/'],
  ])('%s and %s', (page, other) => expect(isSameSite(page, other)).toBe(false));
});

describe('a link stays on the site of its page', () => {
  test.each([
    ['https://shop.example.com/a', 'https://www.example.com/'],
    ['javascript:void(0)', 'https://example.com/'],
    ['file:///srv/site/two.html', 'file:///srv/site/one.html'],
  ])('%s in %s', (href, site) => expect(isOnSite(href, site)).toBe(true));
});

describe('a link leads off the site of its page', () => {
  test.each([
    ['https://example.org/', 'https://example.com/'],
    ['mailto:a@example.com', 'https://example.com/'],
    ['file:///etc/hosts', 'https://example.com/'],
    ['https://example.com/', 'file:///srv/site/one.html'],
    ['nowhere', 'https://example.com/'],
  ])('%s in %s', (href, site) => expect(isOnSite(href, site)).toBe(false));
});
