import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/log.ts';
import { fitReadModels } from '../../src/start/read-models.ts';
import { openProject, openUser, type TestServices, testServices } from '../support/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());

const said: string[] = [];
const note = (_: object, text: string) => void said.push(text);
const silent = Object.assign(createLogger('silent', 'test'), { warn: note });

test('a read model that an older version of the code has built is rebuilt once when two processes start together', async () => {
  const { sql } = services;
  await fitReadModels(sql, services.secrets, silent);
  const userId = await openUser(services);
  await openProject(services, userId);
  const before = await sql`select * from projects`;
  await sql`delete from projections where name = 'projects'`;
  await sql`update projects set name = 'what other code made of it'`;

  await Promise.all([
    fitReadModels(sql, services.secrets, silent),
    fitReadModels(sql, services.secrets, silent),
  ]);

  expect(said.filter((text) => text === 'read model rebuilt')).toHaveLength(1);
  expect(before).toHaveLength(1);
  expect([...(await sql`select * from projects`)]).toEqual([...before]);
  expect(await sql`select version from projections where name = 'projects'`).toHaveLength(1);
});
