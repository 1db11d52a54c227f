import { expect, test } from 'vitest';
import { assertAllowedUrl, startGuard } from '../../../src/recorder/guard/index.ts';
import { attacks, hostileNames } from './attacks.ts';
import { silent } from './proxy-client.ts';

const resolve = async (host: string) => {
  const addresses = { 'public.test': ['93.184.215.14'], ...hostileNames }[host];
  if (!addresses) throw new Error('no such name');
  return addresses;
};
const closed = { allowHosts: [], allowLoopback: false, resolve };

test.each([
  'http://public.test/',
  'https://public.test:8443/a?b#c',
  'https://PUBLIC.test./',
  'http://8.8.8.8/',
  'https://[2606:4700::1111]/',
])('%s is allowed', async (url) => {
  await expect(assertAllowedUrl(url, closed)).resolves.toBeUndefined();
});

test.each(attacks.filter(([, code]) => code !== 'spelling').map(([host]) => `https://${host}/`))(
  '%s is refused before a browser is launched',
  async (url) => {
    await expect(assertAllowedUrl(url, closed)).rejects.toMatchObject({ kind: 'blocked', retryable: false });
  },
);

test.each([
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://127.1/',
  'http://①②⑦.⓪.⓪.①/',
  'http://１２７。０。０。１/',
  'http://LOCALHOST/',
  'http://[::ffff:127.0.0.1]/',
  'http:\\\\127.0.0.1\\',
])('%s is read as a browser reads it, and refused as an inner address', async (url) => {
  await expect(assertAllowedUrl(url, closed)).rejects.toMatchObject({
    kind: 'blocked',
    message: expect.stringMatching(/loopback|wrapped/),
  });
});

test.each([
  ['ftp://public.test/', /http and https/],
  ['file:///etc/passwd', /http and https/],
  ['javascript:alert(1)', /http and https/],
  ['https://user:secret@public.test/', /user name or a password/],
  ['not an address', /usual spelling/],
  ['http://public.test:25/', /Port 25/],
])('%s is refused with a sentence that says why', async (url, sentence) => {
  await expect(assertAllowedUrl(url, closed)).rejects.toMatchObject({
    kind: 'blocked',
    message: expect.stringMatching(sentence),
  });
});

test('a password never gets into the message', async () => {
  const error = await assertAllowedUrl('https://user:secret@public.test/', closed).catch((e: Error) => e);
  expect(String(error)).not.toContain('secret');
});

test('a name that does not exist is a dns fault, not a refusal', async () => {
  await expect(assertAllowedUrl('https://gone.test/', closed)).rejects.toMatchObject({
    kind: 'dns',
    retryable: false,
  });
});

test('a resolver that does not answer is a timeout, which is worth a retry', async () => {
  const silentResolver = { ...closed, resolve: () => new Promise<string[]>(() => {}), timeoutMs: 30 };
  await expect(assertAllowedUrl('https://slow.test/', silentResolver)).rejects.toMatchObject({
    kind: 'timeout',
    retryable: true,
  });
});

const asked = async (url: string, allowHosts: string[], allowLoopback = false) =>
  assertAllowedUrl(url, { allowHosts, allowLoopback, resolve }).then(
    () => 'open',
    () => 'closed',
  );

test.each([
  // a name opens itself, wherever it leads, and nothing below it
  ['http://router.attacker.test/', 'router.attacker.test', 'open'],
  ['http://router.attacker.test:8080/', 'router.attacker.test', 'open'],
  ['http://ROUTER.attacker.test./', 'Router.Attacker.Test', 'open'],
  ['http://mapped.attacker.test/', 'router.attacker.test', 'closed'],
  ['http://router.attacker.test/', 'attacker.test', 'closed'],
  // but not a metadata service, which only its own address opens
  ['http://metadata.attacker.test/', 'metadata.attacker.test', 'closed'],
  ['http://169.254.169.254/', '169.254.169.254', 'open'],
  // a leading dot opens what is below
  ['http://router.attacker.test/', '.attacker.test', 'open'],
  ['http://router.attacker.test/', '.test', 'open'],
  ['http://router.attacker.test/', '.tacker.test', 'closed'],
  // an address opens itself, not the names that lead to it
  ['http://192.168.1.1/', '192.168.1.1', 'open'],
  ['http://3232235777/', '192.168.1.1', 'open'],
  ['http://router.attacker.test/', '192.168.1.1', 'closed'],
  ['http://[fd12::1]/', '[fd12::1]', 'open'],
  ['http://[fd12::1]/', 'fd12:0::1', 'open'],
  ['http://[fd12::2]/', 'fd12::1', 'closed'],
  // a port narrows it
  ['http://192.168.1.1:8080/', '192.168.1.1:8080', 'open'],
  ['http://192.168.1.1:8081/', '192.168.1.1:8080', 'closed'],
  ['https://router.attacker.test/', 'router.attacker.test:443', 'open'],
  ['http://[fd12::1]:90/', '[fd12::1]:90', 'open'],
  // no entry opens a port that is not for the web
  ['http://192.168.1.1:25/', '192.168.1.1', 'closed'],
])('%s with %s allowed is %s', async (url, entry, expected) => {
  expect(await asked(url, [entry])).toBe(expected);
});

test.each([
  ['http://127.0.0.1:3000/', 'open'],
  ['http://127.9.9.9/', 'open'],
  ['http://localhost:3000/', 'open'],
  ['http://app.localhost:3000/', 'open'],
  ['http://[::1]:3000/', 'open'],
  ['http://localtest.me/', 'closed'],
  ['http://0.0.0.0/', 'closed'],
  ['http://192.168.1.1/', 'closed'],
  ['http://[::ffff:127.0.0.1]/', 'closed'],
  ['http://169.254.169.254/', 'closed'],
])('%s with loopback allowed is %s', async (url, expected) => {
  expect(await asked(url, [], true)).toBe(expected);
});

test.each(['', 'http://intranet/', '*.corp.test', 'a b', 'host:99999', 'host:0', 'user@host', '10.0.0.0/8'])(
  'the entry "%s" is refused at the start, by name',
  async (entry) => {
    await expect(startGuard({ allowHosts: [entry], allowLoopback: false, log: silent })).rejects.toThrow(
      `"${entry}"`,
    );
  },
);
