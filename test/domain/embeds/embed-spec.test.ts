import { describe, expect, test } from 'vitest';
import { specifyEmbed } from '../../../src/domain/embeds/embed-spec.ts';
import { pageAddress } from '../../../src/domain/embeds/page-address.ts';

describe('the address of a page', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/#top', 'https://example.com/'],
    ['https://EXAMPLE.com:443/a?', 'https://example.com/a'],
    ['https://example.com/a?utm_source=x&UTM_Medium=y&b=1', 'https://example.com/a?b=1'],
    ['https://example.com/?gclid=1&fbclid=2&msclkid=3&mc_cid=4&mc_eid=5&_ga=6&_gl=7', 'https://example.com/'],
    ['https://example.com/?b=2&a=1&a=2', 'https://example.com/?b=2&a=1&a=2'],
    ['https://example.com/?q=a%20b+c&x', 'https://example.com/?q=a%20b+c&x'],
    ['https://example.com/?ref=friend&source=x', 'https://example.com/?ref=friend&source=x'],
    ['https://example.com/?mcx=1&xutm_source=2', 'https://example.com/?mcx=1&xutm_source=2'],
    ['https://example.com/?utm%5Fsource=x&a=1', 'https://example.com/?a=1'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ])('%s is %s', (given, expected) => expect(pageAddress(given)).toBe(expected));
});

describe('what is shown', () => {
  const project = { projectId: 'proj_1', url: 'https://example.com/#/start' };
  const hashOf = (wish: object) => specifyEmbed(project, wish).contextHash;

  test('without a page it is the project’s own address, fragment and all', () => {
    expect(specifyEmbed(project, {}).pageUrl).toBe('https://example.com/#/start');
    expect(hashOf({})).toBe(hashOf({ pageUrl: 'https://example.com/?utm_campaign=x' }));
  });

  test('an unknown template and a default that is spelled out make no difference', () => {
    for (const same of [
      ...[{ template: 'auto' }, { template: 'nonsense' }, { template: '' }, { presentation: {} }],
      { presentation: { recordingTemplate: { id: 'auto' as const } } },
      { prompt: specifyEmbed(project, {}).prompt },
    ])
      expect([same, hashOf(same)]).toEqual([same, hashOf({})]);
    expect(hashOf({ template: ' Cinematic ' })).toBe(hashOf({ template: 'cinematic' }));
  });

  test('template and section win over the same in the presentation', () => {
    const recordingTemplate = {
      id: 'plain-scroll' as const,
      sectionHint: 'FAQ',
      effectiveId: 'plain-scroll' as const,
    };
    const { presentation } = specifyEmbed(project, {
      template: 'cinematic',
      section: 'Prices',
      presentation: { padding: 0.2, recordingTemplate },
    });
    expect(presentation).toEqual({
      padding: 0.2,
      recordingTemplate: { id: 'cinematic', sectionHint: 'Prices' },
    });
    expect(specifyEmbed(project, { presentation: { recordingTemplate } }).presentation).toEqual({
      recordingTemplate,
    });
  });

  test('whatever else differs is shown by another demo', () => {
    const specs = [
      ...[
        {},
        { prompt: 'x' },
        { template: 'cinematic' },
        { section: 'x' },
        { pageUrl: 'https://example.com/a' },
      ],
      ...[{ presentation: { padding: 0 } }, { presentation: { mockup: 'none' as const } }],
    ];
    const hashes = specs.map(hashOf);
    hashes.push(specifyEmbed({ ...project, projectId: 'proj_2' }, {}).contextHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
