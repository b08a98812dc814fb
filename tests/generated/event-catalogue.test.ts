import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { catalogueOf } from '@wfp/shared';
import { expect, it } from 'vitest';
import { scenarios } from './scenarios.ts';

const root = path.resolve(import.meta.dirname, '../..');
const catalogue = catalogueOf(areas);

/** Names that the specification gives to events of users and of webhook endpoints. */
const domainNames = /^auth\.[a-z_]+$|^webhook\.test$/;

it('names each event type after its aggregate type', () => {
  const others = catalogue.filter(({ type, aggregate }) => !type.startsWith(`${aggregate}.`));
  expect(others.map(({ type }) => type).filter((type) => !domainNames.test(type))).toEqual([]);
  const aggregates = new Set(others.map(({ type, aggregate }) => `${type.split('.')[0]}: ${aggregate}`));
  expect([...aggregates].sort()).toEqual(['auth: user', 'webhook: webhook_endpoint']);
});

it('has no event type that nothing emits', () => {
  expect(catalogue.filter((one) => one.emittedBy.length === 0).map((one) => one.type)).toEqual([]);
});

it('has no event type that no scenario writes and no test names', async () => {
  const written = new Set(Object.values(scenarios).flatMap((one) => one.events ?? []));
  const unseen = new Set(catalogue.map((one) => one.type).filter((type) => !written.has(type)));
  for await (const file of glob('{apps,packages}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const type of unseen) if (new RegExp(`['\`]${type}['\` ]`).test(text)) unseen.delete(type);
  }
  expect([...unseen]).toEqual([]);
});
