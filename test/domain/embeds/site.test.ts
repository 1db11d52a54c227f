import { describe, expect, test } from 'vitest';
import { isOnSite } from '../../../src/domain/embeds/site.ts';

describe('a page is on the site of a project', () => {
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
  ])('%s of %s', (page, project) => expect(isOnSite(page, project)).toBe(true));
});

describe('a page is on another site', () => {
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
  ])('%s of %s', (page, project) => expect(isOnSite(page, project)).toBe(false));
});
