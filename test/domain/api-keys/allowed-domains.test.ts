import { describe, expect, test } from 'vitest';
import { isAllowedPage } from '../../../src/domain/api-keys/allowed-domains.ts';

const from = (origin: string | undefined, referer?: string) => ({ origin, referer });

describe('a page is on an allowed domain', () => {
  test.each([
    ['example.com', 'https://example.com'],
    ['example.com', 'http://a.b.example.com:8080'],
    ['EXAMPLE.com.', 'https://example.com'],
    ['example.com', 'https://EXAMPLE.COM.'],
    ['*.example.com', 'https://www.example.com'],
    ['https://example.com/', 'https://example.com'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'https://shop.bücher.example'],
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost', 'http://localhost:3000'],
    ['example.com:443', 'https://example.com'],
    ['127.0.0.1', 'http://127.0.0.1:5173'],
    ['[::1]', 'http://[::1]:5173'],
  ])('%s: %s', (domain, origin) => expect(isAllowedPage(['other.example', domain], from(origin))).toBe(true));

  test('by Referer where there is no Origin', () =>
    expect(isAllowedPage(['example.com'], from(undefined, 'https://www.example.com/a?b'))).toBe(true));

  test('where no list is given', () => expect(isAllowedPage(null, from(undefined))).toBe(true));

  test.each(['https://example.com', 'http://localhost:3000', 'null', undefined])('*: %s', (origin) =>
    expect(isAllowedPage(['*'], from(origin))).toBe(true),
  );
});

describe('a page is on none', () => {
  test('an empty list', () => expect(isAllowedPage([], from('https://example.com'))).toBe(false));

  test.each([
    ['example.com', 'https://evil-example.com'],
    ['example.com', 'https://example.com.evil.com'],
    ['example.com', 'https://example.com@evil.com'],
    ['example.com', 'https://evil.com/example.com'],
    ['example.com', 'https://com'],
    ['www.example.com', 'https://example.com'],
    ['example.com', 'null'],
    ['example.com', ''],
    ['example.com', 'chrome-extension://example.com'],
    ['example.com', 'ftp://example.com'],
    ['example.com', 'https://example.com, https://evil.com'],
    ['localhost:3000', 'http://localhost:3001'],
    ['example.com:443', 'http://example.com'],
    ['0.0.1', 'http://127.0.0.1'],
    ['127.0.0.1', 'http://127.0.0.10'],
    ['not a domain', 'https://example.com'],
    ['example.com', 'https://еxample.com'],
  ])('%s: %s', (domain, origin) => expect(isAllowedPage([domain], from(origin))).toBe(false));

  test('whatever the Referer says beside an Origin, or without either', () => {
    expect(isAllowedPage(['example.com'], from('null', 'https://example.com/'))).toBe(false);
    expect(isAllowedPage(['example.com'], from('https://evil.com', 'https://example.com/'))).toBe(false);
    expect(isAllowedPage(['example.com'], from(undefined, 'https://evil.com/?example.com'))).toBe(false);
    expect(isAllowedPage(['example.com'], from(undefined))).toBe(false);
  });
});
