import { expect, test } from 'vitest';
import { runtimeSignature, signRuntimeEmbed } from '../../src/signing/index.js';

const embed = {
  baseUrl: 'https://showreel.example.com',
  projectId: 'proj_1',
  signingSecret: 'sr_sign_example',
  expires: 1_800_000_000,
};

test('the signature is HMAC-SHA256 over four lines, in lower-case hex', () => {
  // printf 'v1\nproj_1\n1800000000\neyJ9' | openssl dgst -sha256 -hmac sr_sign_example
  const signed = { projectId: 'proj_1', expires: '1800000000', payload: 'eyJ9' };
  expect(runtimeSignature('sr_sign_example', signed)).toBe(
    '428f1647872d748f495310d31ab6b78d31eb2e36dd427fdadfde362126493426',
  );
});

test('the address carries what was signed, and no payload where there is none', () => {
  const url = new URL(signRuntimeEmbed({ ...embed, payload: { prompt: 'Prices – €', theme: 'dark' } }));
  expect(url.origin + url.pathname).toBe('https://showreel.example.com/api/v1/embed/runtime');
  const { payload, signature, ...rest } = Object.fromEntries(url.searchParams);
  expect(rest).toEqual({ project_id: 'proj_1', expires: '1800000000' });
  expect(JSON.parse(Buffer.from(payload!, 'base64url').toString())).toEqual({
    prompt: 'Prices – €',
    theme: 'dark',
  });
  const signed = { projectId: 'proj_1', expires: '1800000000', payload: payload! };
  expect(signature).toBe(runtimeSignature('sr_sign_example', signed));
  expect(new URL(signRuntimeEmbed(embed)).searchParams.has('payload')).toBe(false);
});

test('the expiry is a date or whole seconds, and nothing else', () => {
  const date = new Date(1_800_000_000_500);
  expect(signRuntimeEmbed({ ...embed, expires: date })).toBe(signRuntimeEmbed(embed));
  for (const expires of [Number.NaN, 1.5, 0, -1, new Date('never'), '1800000000'])
    expect(() => signRuntimeEmbed({ ...embed, expires: expires as number })).toThrow(TypeError);
});
