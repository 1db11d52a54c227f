import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';

test('packs of credits cost nothing until a payment provider is set', () => {
  expect(readConfig({}).payment).toEqual({ provider: 'development' });
  const keys = { SHOWREEL_STRIPE_SECRET_KEY: 'sk_test_1', SHOWREEL_STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  expect(readConfig({ ...keys, SHOWREEL_PAYMENT: 'stripe' }).payment).toEqual({
    provider: 'stripe',
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    apiUrl: null,
  });
});

test('payment by Stripe names every key it lacks, and shows none that it has', () => {
  const given = { SHOWREEL_PAYMENT: 'stripe', SHOWREEL_STRIPE_API: 'ftp://stripe.test' };
  expect(() => readConfig({ ...given, SHOWREEL_STRIPE_SECRET_KEY: '', PORT: 'x' })).toThrow(
    /PORT.*SHOWREEL_STRIPE_API.*SHOWREEL_STRIPE_SECRET_KEY.*SHOWREEL_STRIPE_WEBHOOK_SECRET/s,
  );
  const half = { SHOWREEL_PAYMENT: 'stripe', SHOWREEL_STRIPE_SECRET_KEY: 'sk_live_hush' };
  let message = '';
  try {
    readConfig(half);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toContain('SHOWREEL_STRIPE_WEBHOOK_SECRET: is needed where SHOWREEL_PAYMENT is "stripe".');
  expect(message).not.toContain('sk_live_hush');
});

test('a setting may stand in a file, and a file that gives none is named with its variable', () => {
  const folder = mkdtempSync(join(tmpdir(), 'showreel-settings-'));
  try {
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const url = 'postgres://showreel:hush@database/showreel';
    const read = readConfig({ DATABASE_URL_FILE: file('url', `${url}\n`), PORT_FILE: file('port', '4000') });
    expect([read.databaseUrl, read.port]).toEqual([url, 4000]);
    expect(readConfig({ DATABASE_URL_FILE: '' }).databaseUrl).toBeNull();
    const fault = (env: Record<string, string>) => () => readConfig(env);
    const missing = join(folder, 'missing');
    expect(fault({ SHOWREEL_ADMIN_TOKEN_FILE: missing, PORT: 'x' })).toThrow(
      /^These settings are wrong:\n {2}SHOWREEL_ADMIN_TOKEN_FILE: expected a file .*missing could not be read \(ENOENT\)\.\n {2}PORT: /,
    );
    expect(fault({ DATABASE_URL_FILE: file('empty', '\n') })).toThrow(/DATABASE_URL_FILE: .* is empty\./);
    expect(fault({ DATABASE_URL: url, DATABASE_URL_FILE: missing })).toThrow(
      /^(?!.*hush).*DATABASE_URL_FILE: expected either DATABASE_URL or DATABASE_URL_FILE; both are set\./s,
    );
    // What the value should be is said as for any other, and the value itself is not.
    expect(fault({ DATABASE_URL_FILE: file('wrong', 'mysql://hush') })).toThrow(
      /^(?!.*hush).*DATABASE_URL: /s,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('mail names every setting it lacks, and shows no password', () => {
  const SHOWREEL_SMTP_URL = 'smtp://showreel:hush@mail.example.com:587';
  const needed = { SHOWREEL_SMTP_FROM: 'a@example.com', SHOWREEL_PUBLIC_URL: 'https://demos.example.com' };
  expect(readConfig({}).mail).toBeNull();
  expect(readConfig({ SHOWREEL_SMTP_URL, ...needed }).mail).toEqual({
    url: SHOWREEL_SMTP_URL,
    from: 'a@example.com',
  });
  expect(() => readConfig({ SHOWREEL_SMTP_URL })).toThrow(
    /^(?!.*hush).*SHOWREEL_SMTP_FROM: is needed.*SHOWREEL_PUBLIC_URL: is needed/s,
  );
  for (const url of ['https://showreel:hush@mail.example.com', 'showreel:hush@mail'])
    expect(() => readConfig({ SHOWREEL_SMTP_URL: url, ...needed })).toThrow(
      /^(?!.*hush).*SHOWREEL_SMTP_URL/s,
    );
  for (const from of ['nobody', 'a@b\r\nBcc: c@d', 'Ada <a@b> <c@d>'])
    expect(() => readConfig({ SHOWREEL_SMTP_URL, ...needed, SHOWREEL_SMTP_FROM: from })).toThrow(
      /SHOWREEL_SMTP_FROM/,
    );
  expect(() => readConfig({ SHOWREEL_REQUIRE_VERIFIED_EMAIL: 'true' })).toThrow(
    /SHOWREEL_REQUIRE_VERIFIED_EMAIL: needs SHOWREEL_SMTP_URL/,
  );
});

describe('media in a bucket', () => {
  const needed = {
    SHOWREEL_S3_BUCKET: 'films',
    SHOWREEL_S3_ENDPOINT: 'https://s3.example.com',
    SHOWREEL_S3_ACCESS_KEY_ID: 'AK1',
    SHOWREEL_S3_SECRET_ACCESS_KEY: 'hush-hush',
  };

  test('are set by four settings, and in the data folder unless they are', () => {
    expect(readConfig({}).bucket).toBeNull();
    expect(readConfig(needed).bucket).toEqual({
      bucket: 'films',
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      accessKeyId: 'AK1',
      secretAccessKey: 'hush-hush',
      prefix: '',
      pathStyle: true,
      direct: null,
    });
    const atAws = { ...needed, SHOWREEL_S3_ENDPOINT: '', SHOWREEL_S3_REGION: 'eu-central-1' };
    expect(readConfig(atAws).bucket).toMatchObject({
      endpoint: null,
      region: 'eu-central-1',
      pathStyle: false,
    });
    const more = { SHOWREEL_S3_PREFIX: 'a/b', SHOWREEL_S3_PRESIGN: 'true' };
    expect(readConfig({ ...needed, ...more }).bucket).toMatchObject({
      prefix: 'a/b/',
      direct: { endpoint: null, lifetimeSec: 3600 },
    });
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['a key is missing', { SHOWREEL_S3_SECRET_ACCESS_KEY: '' }, /SECRET_ACCESS_KEY: is needed/],
    ['nobody says where', { SHOWREEL_S3_ENDPOINT: '' }, /SHOWREEL_S3_REGION: is needed/],
    [
      'no bucket is named',
      { SHOWREEL_S3_BUCKET: '' },
      /SHOWREEL_S3_ENDPOINT: .*SHOWREEL_S3_ACCESS_KEY_ID: .*passed over/s,
    ],
    [
      'the bucket is an address',
      { SHOWREEL_S3_BUCKET: 'https://films' },
      /SHOWREEL_S3_BUCKET: expected the name/,
    ],
    [
      'an address holds a password',
      { SHOWREEL_S3_ENDPOINT: 'https://a:hush-hush@s3.example.com' },
      /SHOWREEL_S3_ENDPOINT: expected an address/,
    ],
    [
      'an address holds the bucket',
      { SHOWREEL_S3_ENDPOINT: 'https://s3.example.com/films' },
      /SHOWREEL_S3_ENDPOINT: expected an address/,
    ],
    ['a prefix leaves the bucket', { SHOWREEL_S3_PREFIX: '../x' }, /SHOWREEL_S3_PREFIX: expected names/],
    ['nothing is presigned', { SHOWREEL_S3_PRESIGN_SEC: '600' }, /SHOWREEL_S3_PRESIGN_SEC: .*passed over/],
    [
      'browsers would refuse it',
      {
        SHOWREEL_S3_PRESIGN: 'true',
        SHOWREEL_S3_PUBLIC_ENDPOINT: 'http://media.example.com',
        SHOWREEL_PUBLIC_URL: 'https://demos.example.com',
      },
      /SHOWREEL_S3_PUBLIC_ENDPOINT: must be https/,
    ],
  ])('are refused where %s, by name and without the secret', (_why, wrong, sentence) => {
    const read = () => readConfig({ ...needed, ...wrong });
    expect(read).toThrow(sentence);
    expect(read).toThrow(/^(?!.*hush-hush)/s);
  });
});

test.each([
  ['false', false],
  ['0', false],
  ['true', 1],
  ['2', 2],
  ['10.0.0.0/8, 192.0.2.7', '10.0.0.0/8, 192.0.2.7'],
  ['::1', '::1'],
])('SHOWREEL_TRUST_PROXY=%s is %j', (text, value) => {
  expect(readConfig({ SHOWREEL_TRUST_PROXY: text }).trustProxy).toBe(value);
});

test.each(['yes', '-1', '12', 'proxy.example', '10.0.0.0/8,'])(
  'SHOWREEL_TRUST_PROXY=%s is refused by name, and no proxy is believed unless one says so',
  (text) => {
    expect(() => readConfig({ SHOWREEL_TRUST_PROXY: text })).toThrow(/SHOWREEL_TRUST_PROXY: must be/);
    expect(readConfig({}).trustProxy).toBe(false);
  },
);

test('films have 30 frames a second, or 60 where that is set, and no other number', () => {
  expect(readConfig({}).fps).toBe(30);
  expect(readConfig({ SHOWREEL_FRAME_RATE: '60' }).fps).toBe(60);
  expect(() => readConfig({ SHOWREEL_FRAME_RATE: '25' })).toThrow(/SHOWREEL_FRAME_RATE/);
});

test('a language model plans only where one is named, with what it needs', () => {
  expect(readConfig({}).model).toBeNull();
  const key = { SHOWREEL_LLM_API_KEY: 'sk_model_hush' };
  expect(readConfig({ ...key, SHOWREEL_LLM_PROVIDER: 'anthropic', SHOWREEL_LLM_MODEL: 'm' }).model).toEqual({
    provider: 'anthropic',
    url: 'https://api.anthropic.com/v1',
    model: 'm',
    apiKey: 'sk_model_hush',
    maxTokens: 12_000,
    timeoutMs: 30_000,
    price: null,
  });
  const half = { ...key, SHOWREEL_LLM_PROVIDER: 'openai-compatible' };
  expect(() => readConfig(half)).toThrow(/^(?!.*sk_model_hush).*SHOWREEL_LLM_URL.*SHOWREEL_LLM_MODEL/s);
});

test('music and a voice are there only where the operator sets them', () => {
  expect(readConfig({})).toMatchObject({ musicDir: null, speech: null });
  const key = { SHOWREEL_SPEECH_KEY: 'sk_speech_hush' };
  const url = { SHOWREEL_SPEECH_URL: 'https://speech.example.com/v1/' };
  expect(
    readConfig({ ...key, ...url, SHOWREEL_SPEECH_MODEL: 'tts-1', SHOWREEL_MUSIC_DIR: '/music' }),
  ).toMatchObject({
    musicDir: '/music',
    speech: {
      url: 'https://speech.example.com/v1',
      apiKey: 'sk_speech_hush',
      model: 'tts-1',
      voice: 'alloy',
      timeoutMs: 15_000,
    },
  });
  expect(() => readConfig({ ...key, ...url })).toThrow(/^(?!.*sk_speech_hush).*SHOWREEL_SPEECH_MODEL/s);
  for (const address of ['https://me:hush@speech.example.com/v1', 'https://speech.example.com/v1?key=hush'])
    expect(() => readConfig({ SHOWREEL_SPEECH_URL: address, SHOWREEL_SPEECH_MODEL: 'tts-1' })).toThrow(
      /^(?!.*hush).*SHOWREEL_SPEECH_URL: must be an address without/s,
    );
});

describe('SHOWREEL_ALLOW_LOOPBACK', () => {
  test.each([
    [{}, true],
    [{ HOST: '127.0.0.5' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ SHOWREEL_ROLE: 'worker' }, false],
    [{ SHOWREEL_ROLE: 'worker', HOST: '127.0.0.1' }, true],
    [{ SHOWREEL_ROLE: 'worker', SHOWREEL_ALLOW_LOOPBACK: 'true' }, true],
    [{ SHOWREEL_ALLOW_LOOPBACK: 'false' }, false],
  ])('with %o, pages of this machine may be recorded: %s', (env, allowed) => {
    expect(readConfig(env).allowLoopback).toBe(allowed);
  });
});

test('figures are served where a port says so, and to other machines only with a token', () => {
  expect(readConfig({}).metrics).toBeNull();
  const there = { SHOWREEL_METRICS_PORT: '9464' };
  expect(readConfig(there).metrics).toEqual({ host: '127.0.0.1', port: 9464, token: null });
  const open = { ...there, SHOWREEL_METRICS_HOST: '0.0.0.0' };
  expect(() => readConfig(open)).toThrow('SHOWREEL_METRICS_TOKEN: is needed where');
  const token = 't'.repeat(32);
  expect(readConfig({ ...open, SHOWREEL_METRICS_TOKEN: token }).metrics).toMatchObject({ token });
});
