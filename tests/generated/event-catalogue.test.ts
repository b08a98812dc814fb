import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { catalogueOf } from '@wfp/shared';
import { expect, it } from 'vitest';
import { scenarios } from './scenarios.ts';

const root = path.resolve(import.meta.dirname, '../..');
const catalogue = catalogueOf(areas);

/** Event types on which clients rely although they do not start with their aggregate type. */
const domainNames = /^auth\.[a-z_]+$|^webhook\.test$/;

it('names each event type after its aggregate type', () => {
  const others = catalogue.filter(({ type, aggregate }) => !type.startsWith(`${aggregate}.`));
  expect(others.map(({ type }) => type).filter((type) => !domainNames.test(type))).toEqual([]);
  const aggregates = new Set(others.map(({ type, aggregate }) => `${type.split('.')[0]}: ${aggregate}`));
  expect([...aggregates].sort()).toEqual(['auth: user', 'webhook: webhook_endpoint']);
});

/** Resources whose rows have no events. */
const withoutEvents = ['event'];

it('requires the read permission of every resource that has events', () => {
  const resources = areas.flatMap((area) => area.resources ?? []).map(({ code }) => code);
  const required = new Set(
    catalogue.flatMap(({ aggregate, alsoAbout }) => [aggregate, alsoAbout ?? []].flat()),
  );
  expect(resources.filter((code) => !required.has(code))).toEqual(withoutEvents);
  expect(
    catalogue.flatMap(({ alsoAbout }) => alsoAbout ?? []).filter((code) => !resources.includes(code)),
  ).toEqual([]);
});

it('has an emitter for every event type', () => {
  expect(catalogue.filter((one) => one.emittedBy.length === 0).map((one) => one.type)).toEqual([]);
});

it('has a scenario or a test for every event type', async () => {
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
