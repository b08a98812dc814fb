import '@wfp/areas';
import { type CatalogueTable, isRecorded, isTenantTable, metadataOf, purgePlan } from '@wfp/shared/db';
import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogueTables } from '../../packages/shared/src/db/schema/catalogue.ts';

let database: TestDatabase;
let catalogue: CatalogueTable[];
beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  ({ rows: catalogue } = await client.query<CatalogueTable>(catalogueTables.sql).finally(() => client.end()));
});
afterAll(() => database.drop());

/** A tenant table without declaration would be purged and exported, but its changes would not be recorded. */
function faultOf(name: string): string | undefined {
  const { operational, unrecorded, unexported } = metadataOf(name);
  if (isRecorded(name)) {
    return (
      (operational ?? unrecorded) && `${name} is recorded: remove @operational or @unrecorded from its model`
    );
  }
  if (operational) return (unrecorded ?? unexported) && `${name}: @operational implies the other annotations`;
  return unrecorded
    ? undefined
    : `${name} has org_id and its changes are not recorded. Declare it with recordedTable or defineResource in its ` +
        'area. If its rows need no events, write above its model in prisma/schema: ' +
        '"/// @operational <reason>", or "/// @unrecorded <reason>" if they belong in an export of the organization';
}

it('every table with org_id is recorded, or its model states why not', () => {
  const tables = catalogue.filter(isTenantTable).map((table) => table.name);
  expect(tables.length).toBeGreaterThan(50);
  expect(tables.flatMap((name) => faultOf(name) ?? [])).toEqual([]);
});

it('names an undeclared table and the annotation to add', () => {
  expect(faultOf('things_that_nobody_declared')).toMatch(
    /^things_that_nobody_declared .*recordedTable.*@operational/,
  );
});

it('the purge plan derived from the catalogue deletes every table in batches', () => {
  const steps = purgePlan(catalogue, (name) => metadataOf(name).retained !== undefined);
  expect(steps.filter((step) => !step.isBatched)).toEqual([]);
  const purged = steps.flatMap((step) => step.tables);
  const tenants = catalogue.filter((table) => isTenantTable(table) && !metadataOf(table.name).retained);
  expect(purged.toSorted()).toEqual(tenants.map((table) => table.name).sort());
});

it('the metadata lists exactly the JSON columns of the database', () => {
  const ofCatalogue = catalogue.flatMap(({ name, columns }) =>
    columns.filter(({ type }) => /^jsonb?$/.test(type)).map((column) => `${name}.${column.name}`),
  );
  const ofMetadata = catalogue.flatMap(({ name }) =>
    metadataOf(name).json.map((column) => `${name}.${column}`),
  );
  expect(ofMetadata.sort()).toEqual(ofCatalogue.sort());
});

it('annotates existing columns only', () => {
  const columns = new Set(
    catalogue.flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`)),
  );
  const internal = catalogue.flatMap(({ name }) =>
    metadataOf(name).internal.map((column) => `${name}.${column}`),
  );
  expect(internal.filter((column) => !columns.has(column))).toEqual([]);
  expect(internal).toContain('imports.lease_until');
});
