import type { Endpoint } from '@wfp/shared';
import { type Client, startService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validValues } from '../generated/from-schema.ts';
import { endpoints, fillPath, sendRaw, withNames } from '../generated/request.ts';
import { bodySchema, description, exampleFor, findOperation, requiredQuery } from './description.ts';
import { bodiesWithInvalidFields, combineValues, invalidTexts } from './invalid-input.ts';
import { plainSchema } from './plain-schema.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const call = (one: Endpoint, { body, query = {} }: { body?: unknown; query?: Record<string, string> }) =>
  sendRaw(service.url, one.method.toUpperCase(), `${fillPath(one.path)}?${new URLSearchParams(query)}`, {
    token: owner.token,
    ...(body === undefined ? {} : { text: JSON.stringify(body) }),
  });

/** Max length of the values of a query; the server accepts 16 KiB with the rest of the URL and the headers. */
const maxValuesLength = 12_000;

/** Distributes the values of a query that would be too long for a URL among several queries. */
function withinUrlLimit(query: Record<string, string>): Record<string, string>[] {
  const queries: Record<string, string>[] = [{}];
  let length = 0;
  for (const [name, text] of Object.entries(query)) {
    if (length + text.length > maxValuesLength) {
      queries.push({});
      length = 0;
    }
    length += text.length;
    queries[queries.length - 1] = { ...queries.at(-1), [name]: text };
  }
  return queries;
}

const fieldsNamed = (body: { details?: { fieldErrors: object } } | null) =>
  Object.keys(body?.details?.fieldErrors ?? {});
const isNamed = (field: string, names: readonly string[]) =>
  names.some((name) => name === field || name.startsWith(`${field}.`));

/** Issues that OpenAPI 3.0 schemas cannot express: rules across fields, and the names of keys. */
const undescribedIssues = ['custom', 'invalid_key'];

describe('bodies', () => {
  const withBody = endpoints.filter((one) => one.body && one.kind === 'plain');
  const schemaOf = (one: Endpoint) => plainSchema(bodySchema(findOperation(one)) ?? {});

  it.each(withNames(withBody))('%s accepts described bodies', (_, one) => {
    fc.assert(
      fc.property(validValues(schemaOf(one)), (body) => {
        const issues = one.body?.safeParse(body).error?.issues ?? [];
        expect(issues.filter((issue) => !undescribedIssues.includes(issue.code))).toEqual([]);
      }),
      { numRuns: 20, endOnFailure: true },
    );
    const issues = one.body?.safeParse(exampleFor(one)).error?.issues ?? [];
    expect(issues).toEqual([]);
  });

  it.each(withNames(withBody))('%s rejects other bodies, reporting the fields', async (_, one) => {
    for (const { body, wrong } of bodiesWithInvalidFields(schemaOf(one))) {
      const response = await call(one, { body });
      const names = fieldsNamed(response.body);
      const unnamed = wrong.filter((field) => !isNamed(field, names));
      expect([body, response.status, unnamed]).toEqual([body, 422, []]);
    }
  });
});

describe('parameters', () => {
  const queryOf = (one: Endpoint) =>
    description()
      .parameters(findOperation(one))
      .filter((parameter) => parameter.in === 'query');
  const withQuery = endpoints.filter((one) => queryOf(one).length > 0 && one.kind !== 'stream');

  it.each(withNames(withQuery))('%s rejects undescribed values, reporting the parameter', async (_, one) => {
    const parameters = queryOf(one);
    const texts = parameters.map(({ name, schema }) => [name, invalidTexts(plainSchema(schema))] as const);
    for (const query of combineValues(texts).flatMap(withinUrlLimit)) {
      const { status, body } = await call(one, { query: { ...requiredQuery(one), ...query } });
      expect([query, status, fieldsNamed(body)]).toEqual([
        query,
        422,
        expect.arrayContaining(Object.keys(query)),
      ]);
    }
    for (const { name } of parameters.filter(({ required }) => required)) {
      const { [name]: _left, ...rest } = requiredQuery(one);
      expect(fieldsNamed((await call(one, { query: rest })).body)).toContain(name);
    }
  });

  const withKey = endpoints.filter((one) =>
    description()
      .parameters(findOperation(one))
      .some((parameter) => parameter.name === 'Idempotency-Key'),
  );
  it.each(withNames(withKey))('%s rejects an undescribed Idempotency-Key', async (_, one) => {
    for (const key of ['two words', 'x'.repeat(256), '']) {
      const { status, body } = await sendRaw(service.url, 'POST', fillPath(one.path), {
        token: owner.token,
        text: JSON.stringify(exampleFor(one) ?? {}),
        headers: { 'idempotency-key': key },
      });
      expect([key, status, fieldsNamed(body)]).toEqual([key, 422, ['Idempotency-Key']]);
    }
  });
});
