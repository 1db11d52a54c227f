import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { z } from 'zod';
import { accountDecider } from '../../src/domain/accounts/decide.ts';
import { apiKeyDecider } from '../../src/domain/api-keys/decide.ts';
import { creditDecider } from '../../src/domain/credits/decide.ts';
import { creditFacts } from '../../src/domain/credits/events.ts';
import { demoDecider } from '../../src/domain/demos/decide.ts';
import type { Facts } from '../../src/domain/facts.ts';
import { facts, projections, upcasters } from '../../src/domain/index.ts';
import { personalMembers } from '../../src/domain/personal.ts';
import { projectDecider } from '../../src/domain/projects/decide.ts';
import type { DomainEvent, JsonObject } from '../../src/store/types.ts';
import { createUpcasts } from '../../src/store/upcast.ts';

/** Events as they were stored once. A file that is here is never edited: it stands for what lies in somebody's database. */
const folder = new URL('../fixtures/events/', import.meta.url);
const stored = readdirSync(folder).map((file) => ({
  file,
  ...(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as {
    type: string;
    schemaVersion: number;
    data: JsonObject;
  }),
}));
const upcasts = createUpcasts(upcasters);
const load = ({ type, schemaVersion, data }: (typeof stored)[number]) => ({
  type,
  data: upcasts.upcast(type, schemaVersion, data).data,
});

test('there is a stored example of every event in every version', () => {
  const wanted = Object.entries(facts).flatMap(([type, { schemaVersion }]) =>
    Array.from({ length: schemaVersion }, (_, n) => `${type}.v${n + 1}.json`),
  );
  expect(stored.map(({ file }) => file).sort()).toEqual(wanted.sort());
  for (const { file, type, schemaVersion } of stored) expect(file).toBe(`${type}.v${schemaVersion}.json`);
});

test('every event is written in the version that its schema describes', () => {
  for (const [type, { schemaVersion }] of Object.entries(facts))
    expect([type, upcasts.currentVersion(type)]).toEqual([type, schemaVersion]);
});

it.each(stored)('$file loads as what its schema describes, and nothing is lost', (example) => {
  const { type, data } = load(example);
  expect(facts[type as keyof typeof facts].data.parse(data)).toEqual(data);
});

const personal = personalMembers(facts);
/** As it reads when the key of its user is destroyed. */
const emptied = ({ type, data }: ReturnType<typeof load>) => {
  const empty = personal.facts.get(type) ?? {};
  const left = Object.entries(data).map(([name, value]) => [
    name,
    value !== null && name in empty ? empty[name] : value,
  ]);
  return { type, data: Object.fromEntries(left) as JsonObject };
};

it.each(stored)(
  'every read model that handles $file takes it in, with its texts and without them',
  (example) => {
    for (const fact of [load(example), emptied(load(example))]) {
      const event = {
        ...fact,
        stream: 'x',
        version: 1,
        schemaVersion: 1,
        commandId: 'c',
        metadata: { actor: 'test' },
        recordedAt: new Date('2026-02-10T12:00:00.000Z'),
      };
      const handling = projections.filter(({ handles }) => handles.includes(event.type));
      for (const projection of handling) {
        const changes = projection.project(event);
        for (const change of changes) {
          expect(projection.tables).toContain(change.table);
          const values =
            change.op === 'insert' ? change.row : { ...change.key, ...('set' in change && change.set) };
          for (const [column, value] of Object.entries(values))
            expect([column, value]).not.toEqual([column, undefined]);
        }
      }
    }
  },
);

/** Whether a schema takes a text of any kind, or a document. */
const holdsText = (schema: z.ZodType): boolean =>
  [
    'any words',
    ['any words'],
    { any: 'words' },
    [{ any: 'words', account: 'x', amount: 1, code: 'x', message: 'x' }],
  ].some((text) => schema.safeParse(text).success);

describe('the personal members of a fact', () => {
  it.each(stored)('$file is what its schema describes without them', (example) => {
    const { type, data } = emptied(load(example));
    expect(facts[type as keyof typeof facts].data.parse(data)).toEqual(data);
  });

  /** Texts that are no user's own: names of records and keys, times, choices of a list, sums of bytes, and what the ledger needs. */
  const impersonal = [
    /Id$/,
    /^replayOf$/,
    /^sessionIds$/,
    /Key$/,
    /^key$/,
    /Hash$/,
    /^sha256$/,
    /^prefix$/,
    /^(month|date|account)$/,
    /^sealed(?!Login)/,
    /^previousSealed/,
    /^code$/,
  ];
  const texts = Object.entries(facts as Facts).flatMap(([type, { data, personal: named = [] }]) =>
    Object.entries((data as z.ZodObject).shape).flatMap(([name, schema]) =>
      holdsText(schema as z.ZodType) ? [{ type, name, isNamed: named.includes(name) }] : [],
    ),
  );
  it.each(texts)('$name of $type is one of them, or none of a user’s texts', ({ type, name, isNamed }) => {
    const isOfLedger = type in creditFacts && /^(description|reason|entries)$/.test(name);
    expect(isNamed).toBe(!isOfLedger && !impersonal.some((known) => known.test(name)));
  });
});

const folded = (
  decider: { initial: unknown; evolve(state: never, event: never): unknown },
  types: string[],
  as: (example: (typeof stored)[number]) => { type: string; data: object } = load,
) =>
  types
    .map((type) => as(stored.find((example) => example.type === type)!) as DomainEvent)
    .reduce((state, event) => decider.evolve(state as never, event as never), decider.initial);

describe('a stream of stored examples becomes the state it told of', () => {
  it('accounts', () =>
    expect(folded(accountDecider, ['AccountOpened', 'PlanChanged'])).toEqual({
      userId: 'user_06f0demo',
      plan: 'pro',
    }));
  it('accounts whose sign-in was changed', () =>
    expect(
      folded(accountDecider, [
        'AccountOpened',
        'EmailVerified',
        'PasswordLinkIssued',
        'PasswordChanged',
        'SessionsRevoked',
      ]),
    ).toEqual({ userId: 'user_06f0demo', plan: 'free', verifiedEmail: 'ada@example.com' }));
  it('accounts of operators', () => {
    const appointed = ['AccountOpened', 'OperatorAppointed'];
    expect(folded(accountDecider, appointed)).toMatchObject({ isOperator: true });
    expect(folded(accountDecider, [...appointed, 'OperatorDismissed'])).toMatchObject({ isOperator: false });
  });
  it('keys', () => {
    expect(folded(apiKeyDecider, ['ApiKeyCreated'])).toEqual({
      keyId: 'key_06f0demo',
      userId: 'user_06f0demo',
    });
    expect(folded(apiKeyDecider, ['ApiKeyCreated', 'ApiKeyRevoked'])).toBeNull();
  });
  it('projects', () => {
    const lived = [
      ...['ProjectCreated', 'ProjectEdited', 'RefreshScheduleChanged', 'SigningSecretRotated'],
      ...[
        'WebhookSecretIssued',
        'ProjectSecretsResealed',
        'ScheduledRefreshStarted',
        'ScheduledRefreshEnded',
      ],
    ];
    expect(folded(projectDecider, lived)).toEqual({
      projectId: 'proj_06f0demo',
      userId: 'user_06f0demo',
      name: 'Example, the shop',
      url: 'https://shop.example.com/',
      viewport: 'mobile',
      schedule: 'on-deploy',
      hasWebhookSecret: true,
      lastDueAt: '2026-02-10T03:12:40.000Z',
    });
    expect(folded(projectDecider, [...lived, 'ProjectDeleted'])).toBeNull();
  });
  it('demos', () => {
    const making = ['DemoCreated', 'DemoEdited', 'GenerationQueued', 'GenerationStarted', 'DemoPlanned'];
    const filming = [...making, 'RecordingStarted'];
    expect(folded(demoDecider, [...filming, 'DemoPublished'])).toMatchObject({
      status: 'ready',
      version: 1,
      prompt: 'Show the prices',
      context: 'For teams',
      job: null,
      recipe: { title: 'The prices', actionScript: { steps: [{ type: 'navigate' }, { type: 'click' }] } },
    });
    for (const end of ['GenerationFailed', 'GenerationCancelled'])
      expect(folded(demoDecider, [...filming, end])).toMatchObject({
        status: 'failed',
        version: null,
        job: null,
      });
    expect(folded(demoDecider, [...making, 'GenerationCancelled', 'DemoDeleted'])).toBeNull();
    const withoutTexts = [...filming, 'DemoPublished', 'DemoEdited', 'DemoDeleted'];
    expect(folded(demoDecider, withoutTexts, (example) => emptied(load(example)))).toBeNull();
  });
});

describe('a ledger of stored examples becomes the state it told of', () => {
  it('credits', () =>
    expect(
      folded(creditDecider, [
        ...['CreditAccountOpened', 'CreditsGranted', 'AllowanceOpened', 'AllowanceUsed', 'AllowanceReturned'],
        ...['CreditsDeducted', 'CreditsRefunded'],
      ]),
    ).toMatchObject({
      userId: 'user_06f0demo',
      balance: 5,
      used: { '2026-02': 0 },
      latest: { jobId: 'job_06f0next', returned: true },
    }));
  it('grants', () => {
    expect(folded(creditDecider, ['CreditAccountOpened', 'CreditsGranted', 'GrantTakenBack'])).toMatchObject({
      balance: 0,
      latestGrant: { transactionId: 'txn_06f0grant', amount: 5, takenBack: true },
    });
  });
  it('purchases', () => {
    const buying = ['CreditAccountOpened', 'PaymentCustomerLinked', 'PurchaseStarted', 'CreditsPurchased'];
    expect(folded(creditDecider, [...buying, 'CardSaved', 'PurchaseRefunded'])).toMatchObject({
      balance: 0,
      customerId: 'cus_06f0demo',
      card: { paymentMethodId: 'pm_06f0demo' },
      latestPurchase: { paid: { paymentId: 'pi_06f0demo' }, takenBack: 20, refundedCents: 1800 },
    });
  });
  it('automatic top-offs', () => {
    const started = ['CreditAccountOpened', 'AutoTopoffSet', 'TopoffStarted'];
    const state = (more: string[]) => folded(creditDecider, [...started, ...more]);
    expect(state(['TopoffDeclined'])).toMatchObject({
      topoff: { enabled: true, packId: '5', threshold: 2, pending: { attempt: 1, status: 'declined' } },
    });
    expect(state(['TopoffDeclined', 'TopoffDropped'])).toMatchObject({ topoff: { pending: null } });
    expect(state(['CreditsToppedOff'])).toMatchObject({ balance: 5, topoff: { pending: null } });
    expect(state(['TopoffDeclined', 'AutoTopoffTurnedOff'])).toMatchObject({ topoff: { enabled: false } });
  });
});
