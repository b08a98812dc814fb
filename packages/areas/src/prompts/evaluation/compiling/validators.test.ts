import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../prompt.ts';
import { findOutputError } from '../output.ts';
import { getValidator, isCompiled } from './validators.ts';

/** 17 of an organization fit into a quarter of the cache, and four times as many into the cache. */
const bytes = 30_000;
let counter = 0;
function newSchema(length = bytes): JsonObject {
  counter += 1;
  return { type: 'object', properties: { a: { const: counter + 'x'.repeat(length) } } };
}
function compile(org_id: number, count: number, length?: number): JsonObject[] {
  const schemas = Array.from({ length: count }, () => newSchema(length));
  for (const schema of schemas) getValidator(schema, org_id);
  return schemas;
}
const cached = (schemas: JsonObject[]) => schemas.map(isCompiled);

let org = 0;
beforeEach(() => {
  org += 100;
});

it('keeps the schemas used last', () => {
  const schemas = compile(org, 17);
  const [first = {}, second = {}] = schemas;
  getValidator(first, org);
  compile(org, 1);
  expect(cached([first, second, ...schemas.slice(2)])).toEqual(schemas.map((one) => one !== second));
});

it('keeps at most a quarter for an organization, and the schemas of others', () => {
  const [victim] = compile(org, 1);
  const own = compile(org + 1, 40);
  expect(cached(own).filter(Boolean)).toHaveLength(17);
  expect(isCompiled(victim as JsonObject)).toBe(true);
  const small = compile(org + 2, 60, 1);
  expect(cached(small).filter(Boolean)).toHaveLength(51);
  expect(isCompiled(victim as JsonObject)).toBe(true);
});

it('keeps a schema used by another organization', () => {
  const [shared = {}] = compile(org, 1);
  const validator = getValidator(shared, org);
  for (let other = 1; other <= 12; other += 1) {
    compile(org + other, 8);
    expect(getValidator(structuredClone(shared), org + other)).toBe(validator);
  }
});

it('does not distinguish orders of names, as jsonb changes them, but those of lists', () => {
  const sent = {
    type: 'object',
    required: ['bb', 'a'],
    properties: { bb: { const: { y: [{ d: 1, c: 2 }], x: 1 } }, a: { type: 'string' } },
  };
  const stored = {
    properties: { a: { type: 'string' }, bb: { const: { x: 1, y: [{ c: 2, d: 1 }] } } },
    required: ['bb', 'a'],
    type: 'object',
  };
  const validator = getValidator(sent, org);
  expect(getValidator(stored, org)).toBe(validator);
  expect(findOutputError(stored, { bb: { x: 1, y: [{ c: 2, d: 1 }] }, a: 'x' })).toBeNull();
  expect(isCompiled({ ...sent, required: ['a', 'bb'] })).toBe(false);
});

it('retains compiled schemas of at most 2 MiB', async () => {
  // In a process of its own, in which nothing else compiles schemas.
  const script = `
    import { queryObjects } from 'node:v8';
    import { SchemaEnv } from 'ajv/dist/compile/index.js';
    import { getValidator } from './validators.ts';
    for (let index = 0; index < 150; index += 1) {
      const a = { const: index + 'x'.repeat(30_000) };
      getValidator({ type: 'object', properties: { a } }, 1 + (index % 8));
    }
    console.log(queryObjects(SchemaEnv, { format: 'count' }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
  });
  // Including the meta-schemas of JSON Schema.
  expect(Number(stdout)).toBeGreaterThan(60);
  expect(Number(stdout)).toBeLessThan(120);
});
