import type { Endpoint } from '@wfp/shared';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordSeenResponses } from '../contract/seen-responses.ts';
import { endpoints, fillPath, inputFields, sendRaw, withNames } from './request.ts';

recordSeenResponses('validation');

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

async function sendInvalid(one: Endpoint, query: string, text?: string) {
  const { status, body } = await sendRaw(
    service.url,
    one.method.toUpperCase(),
    `${fillPath(one.path)}${query}`,
    {
      token: owner.token,
      ...(text === undefined ? {} : { text }),
    },
  );
  return { status, error: body?.error, details: body?.details };
}

const fields = (names: Record<string, unknown>) => ({
  status: 422,
  error: 'Validation failed',
  details: { fieldErrors: expect.objectContaining(names), formErrors: [] },
});
const form = {
  status: 422,
  error: 'Validation failed',
  details: { fieldErrors: {}, formErrors: [expect.any(String)] },
};
const messages = [expect.any(String)];

describe('bodies', () => {
  const withBody = withNames(endpoints.filter((one) => one.body));

  it.each(withBody)('%s accepts only a JSON object', async (_, one) => {
    for (const text of [
      '[]',
      '[{}]',
      '"text"',
      '5',
      'true',
      'null',
      '{',
      '{}x',
      "{'a':1}",
      '\ufeff{',
      'NaN',
    ]) {
      expect([text, await sendInvalid(one, '', text)]).toEqual([text, form]);
    }
  });

  it.each(withBody)('%s rejects a body that is too large with 413', async (_, one) => {
    const kib = one.can === 'public' ? 16 : 1024;
    const text = `{"no_such_field":"${'x'.repeat(kib * 1024)}"}`;
    expect(await sendInvalid(one, '', text)).toEqual({
      status: 413,
      error: `The body is larger than ${kib} KiB`,
      details: undefined,
    });
  });

  it.each(withBody)('%s reports unknown fields', async (_, one) => {
    const known = inputFields(one.body);
    const names = ['no_such_field', 'constructor', 'toString', 'org_id', 'deleted_at'].filter(
      (name) => !known.includes(name),
    );
    const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
    expect(await sendInvalid(one, '', text)).toEqual(
      fields(Object.fromEntries(names.map((name) => [name, messages]))),
    );
  });

  it.each(withBody)('%s is safe from __proto__', async (_, one) => {
    const { status, details } = await sendInvalid(one, '', '{"__proto__":{"polluted":true}}');
    expect([status, Object.keys(details.fieldErrors)]).toEqual([422, ['__proto__']]);
    expect('polluted' in {}).toBe(false);
  });

  it.each(withBody)('%s rejects text that cannot be stored', async (_, one) => {
    const names = inputFields(one.body);
    const bodyOf = (value: string) => `{${names.map((name) => `"${name}":${value}`).join()}}`;
    for (const text of ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00\\ud800']) {
      const all = Object.fromEntries(names.map((name) => [name, messages]));
      expect(await sendInvalid(one, '', bodyOf(`"${text}"`))).toEqual(fields(all));
      const deep = await sendInvalid(one, '', bodyOf(`[{"${text}":["${text}"]}]`));
      expect(deep).toMatchObject({ status: 422, error: 'Validation failed' });
    }
  });
});

describe('queries', () => {
  it.each(withNames(endpoints.filter((one) => one.can !== 'public' || one.method === 'get')))(
    '%s rejects unknown and repeated parameters',
    async (_, one) => {
      for (const unknown of [['no_such', 'constructor'], ['__proto__']]) {
        const { status, details } = await sendInvalid(
          one,
          `?${unknown.map((name) => `${name}=1`).join('&')}`,
        );
        const errors = unknown.map(
          (name) => Object.getOwnPropertyDescriptor(details.fieldErrors, name)?.value,
        );
        expect([unknown, status, errors]).toEqual([unknown, 422, unknown.map(() => messages)]);
      }
      const [known = 'no_such'] = inputFields(one.query);
      const twice = await sendInvalid(one, `?${known}=1&${known}=1`);
      expect(twice.status).toBe(422);
      expect(twice.details.fieldErrors[known]).toContain('Must not be given more than once');
    },
  );

  it.each(withNames(endpoints.filter((one) => one.query)))(
    '%s rejects parameters that cannot be stored',
    async (_, one) => {
      const names = inputFields(one.query);
      const query = `?${names.map((name) => `${name}=%00`).join('&')}`;
      expect(await sendInvalid(one, query)).toEqual(
        fields(Object.fromEntries(names.map((name) => [name, messages]))),
      );
    },
  );

  it.each(withNames(endpoints.filter((one) => inputFields(one.query).includes('limit'))))(
    '%s rejects invalid page bounds',
    async (_, one) => {
      const limits = ['0', '101', '-1', '1.5', '', 'ten', '1e1', '0x5', '99999999999'];
      const start = inputFields(one.query).includes('page') ? 'page' : 'offset';
      const starts = ['-1', 'x', '1.5', '99999999999', ...(start === 'page' ? ['0'] : [])];
      for (const [index, limit] of limits.entries()) {
        const value = starts[index];
        const query = `?limit=${limit}${value === undefined ? '' : `&${start}=${value}`}`;
        const named = {
          limit: expect.anything(),
          ...(value !== undefined && { [start]: expect.anything() }),
        };
        expect([query, await sendInvalid(one, query)]).toEqual([query, fields(named)]);
      }
    },
  );
});
