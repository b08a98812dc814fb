import type { Endpoint } from '@wfp/shared';
import { type Client, startService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valid } from '../generated/from-schema.ts';
import { endpoints, fill, named, send } from '../generated/request.ts';
import { brokenObjects, brokenTexts, sampleOf } from './broken.ts';
import { bodySchemaOf, describedAs, description, exampleFor, requiredQuery } from './description.ts';
import { plainSchema } from './plain-schema.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const call = (one: Endpoint, { body, query = {} }: { body?: unknown; query?: Record<string, string> }) =>
  send(service.url, one.method.toUpperCase(), `${fill(one.path)}?${new URLSearchParams(query)}`, {
    token: owner.token,
    ...(body === undefined ? {} : { text: JSON.stringify(body) }),
  });

const fieldsNamed = (body: { details?: { fieldErrors: object } } | null) =>
  Object.keys(body?.details?.fieldErrors ?? {});
const isNamed = (field: string, names: readonly string[]) =>
  names.some((name) => name === field || name.startsWith(`${field}.`));

/** What a schema cannot say: how fields go together, and, as OpenAPI 3.0 has it, what keys are called. */
const unsaid = ['custom', 'invalid_key'];

describe('bodies', () => {
  const withBody = endpoints.filter((one) => one.body && one.kind === 'plain');
  const schemaOf = (one: Endpoint) => plainSchema(bodySchemaOf(describedAs(one)) ?? {});

  it.each(named(withBody))('%s takes what is described', (_, one) => {
    fc.assert(
      fc.property(valid(schemaOf(one)), (body) => {
        const issues = one.body?.safeParse(body).error?.issues ?? [];
        expect(issues.filter((issue) => !unsaid.includes(issue.code))).toEqual([]);
      }),
      { numRuns: 20, endOnFailure: true },
    );
    const issues = one.body?.safeParse(exampleFor(one)).error?.issues ?? [];
    expect(issues).toEqual([]);
  });

  it.each(named(withBody))('%s takes nothing else, and names the field', async (_, one) => {
    const schema = schemaOf(one);
    const sample = sampleOf(schema) as Record<string, unknown>;
    for (const body of brokenObjects(schema)) {
      const changed = Object.keys({ ...sample, ...body, ...schema.properties }).filter(
        (name) => JSON.stringify(body[name]) !== JSON.stringify(sample[name]),
      );
      const answer = await call(one, { body });
      const names = fieldsNamed(answer.body);
      expect([body, answer.status, names, changed.some((field) => isNamed(field, names))]).toEqual([
        body,
        422,
        names,
        true,
      ]);
    }
  });
});

describe('parameters', () => {
  const queryOf = (one: Endpoint) =>
    description()
      .parameters(describedAs(one))
      .filter((parameter) => parameter.in === 'query');
  const withQuery = endpoints.filter((one) => queryOf(one).length > 0 && one.kind !== 'stream');

  it.each(named(withQuery))(
    '%s takes nothing but what is described, and names the parameter',
    async (_, one) => {
      for (const { name, schema, required } of queryOf(one)) {
        for (const text of brokenTexts(plainSchema(schema))) {
          const { status, body } = await call(one, { query: { ...requiredQuery(one), [name]: text } });
          expect([name, text, status, fieldsNamed(body)]).toEqual([
            name,
            text,
            422,
            expect.arrayContaining([name]),
          ]);
        }
        if (!required) continue;
        const { [name]: _left, ...rest } = requiredQuery(one);
        expect(fieldsNamed((await call(one, { query: rest })).body)).toContain(name);
      }
    },
  );

  const withKey = endpoints.filter((one) =>
    description()
      .parameters(describedAs(one))
      .some((parameter) => parameter.name === 'Idempotency-Key'),
  );
  it.each(named(withKey))('%s takes no other Idempotency-Key than is described', async (_, one) => {
    for (const key of ['two words', 'x'.repeat(256), '']) {
      const { status, body } = await send(service.url, 'POST', fill(one.path), {
        token: owner.token,
        text: JSON.stringify(exampleFor(one) ?? {}),
        headers: { 'idempotency-key': key },
      });
      expect([key, status, fieldsNamed(body)]).toEqual([key, 422, ['Idempotency-Key']]);
    }
  });
});
