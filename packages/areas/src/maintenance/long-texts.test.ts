import { randomBytes } from 'node:crypto';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let client: pg.Client;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService();
  client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  owner = await service.newOrganization();
});
afterAll(async () => {
  await client.end();
  await service.stop();
});

/** Merges the pending entries of the index of trigrams, and returns the pages that they had. */
async function mergePending(): Promise<number> {
  const { rows } = await client.query(`select gin_clean_pending_list('task_texts_trigrams')::int as pages`);
  return rows[0].pages;
}

/** Just above the length from which a text counts as long, and of many pages. */
const longTexts = [900, 36_000].map((bytes) => () => randomBytes(bytes).toString('base64'));

it('leaves entries of short texts to a later merge', async () => {
  const { status } = await owner.call('POST', '/tasks', { title: 'Short', description: 'x'.repeat(900) });
  expect(status).toBe(201);
  expect(await mergePending()).toBeGreaterThan(0);
});

it('merges the entries of short texts before they are many', async () => {
  const random = () => randomBytes(700).toString('base64').slice(0, 900);
  for (let n = 0; n < 60; n += 1) {
    const { status } = await owner.call('POST', '/tasks', { title: `Task ${n}`, description: random() });
    expect(status).toBe(201);
  }
  // 1 MiB, and the entries of the last one.
  expect(await mergePending()).toBeLessThan(140);
});

it.each(longTexts)('merges the entries of a long text in the request that writes it', async (longText) => {
  const created = await owner.call('POST', '/tasks', { title: 'Long', description: longText() });
  expect(created.status).toBe(201);
  expect(await mergePending()).toBe(0);
  const changed = await owner.call('PATCH', `/tasks/${created.body.id}`, { description: longText() });
  expect(changed.status).toBe(200);
  expect(await mergePending()).toBe(0);
});

it.each(longTexts)('merges the entries of long texts that are written at the same time', async (longText) => {
  const create = (_: unknown, n: number) =>
    owner.call('POST', '/tasks', { title: `Task ${n}`, description: longText() });
  const created = await Promise.all(Array.from({ length: 8 }, create));
  expect(created.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(await mergePending()).toBe(0);
});
