import { type Client, startService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invalidValues, type Schema, validValues } from './from-schema.ts';
import { endpointName, endpoints, fillPath } from './request.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

/** Endpoints that create or update rows. */
const bodies = endpoints
  .filter((one) => one.can.endsWith(':create') || one.can.endsWith(':update'))
  .filter((one) => one.body && (one.method === 'post' || one.method === 'patch'));

/** Returns the published schema of an endpoint; null if it is not the create or update endpoint of its resource. */
async function findShownSchema(one: (typeof bodies)[number]): Promise<Schema | null> {
  const code = one.can.split(':')[0];
  const resource = await owner.call('GET', `/platform/resources/${code}`);
  const purpose = one.method === 'post' ? 'create' : 'update';
  const { path } = resource.body;
  const isItsOwn =
    purpose === 'create'
      ? one.path === path
      : one.path === path || one.path.replace(path, '').match(/^\/:\w+$/);
  if (!isItsOwn) return null;
  const { status, body } = await owner.call('GET', `/platform/resources/${code}/schema?for=${purpose}`);
  expect(status).toBe(200);
  return body;
}

const send = (one: (typeof bodies)[number], body: unknown) =>
  owner.call(one.method.toUpperCase(), fillPath(one.path), body);

describe('the published schema is the one that bodies are validated with', () => {
  it.each(bodies.map((one) => [endpointName(one), one] as const))('%s', async (_, one) => {
    const schema = await findShownSchema(one);
    if (!schema) return;
    await fc.assert(
      fc.asyncProperty(validValues(schema), async (body) => {
        const issues = one.body?.safeParse(body).error?.issues ?? [];
        // JSON Schema does not express rules across fields.
        expect(issues.filter((issue) => issue.code !== 'custom')).toEqual([]);
        const { status } = await send(one, body);
        expect(status).toBeLessThan(500);
        if (issues.length > 0) expect(status).toBe(422);
      }),
      { numRuns: 12, endOnFailure: true },
    );

    // tests/contract/requests.test.ts checks that the service validates with the declared schema.
    const refused = (body: object) =>
      one.body
        ?.safeParse(body)
        .error?.issues.map(({ path, code, ...issue }) =>
          code === 'unrecognized_keys' ? (issue as { keys?: string[] }).keys?.[0] : path[0],
        ) ?? [];
    const [sample] = fc.sample(validValues(schema), { numRuns: 1, seed: 1 }) as [Record<string, unknown>];
    for (const [field, described] of Object.entries(schema.properties ?? {})) {
      for (const wrong of invalidValues(described)) {
        expect([field, wrong, refused({ ...sample, [field]: wrong })]).toEqual([
          field,
          wrong,
          expect.arrayContaining([field]),
        ]);
      }
    }
    for (const field of schema.required ?? []) {
      const { [field]: left, ...rest } = sample;
      expect([field, left, refused(rest)]).toEqual([field, left, expect.arrayContaining([field])]);
    }
  });
});

it('is published for the main resources', async () => {
  const { body } = await owner.call('GET', '/platform/resources');
  const published: string[] = [];
  for (const { code } of body.data) {
    if ((await owner.call('GET', `/platform/resources/${code}/schema?for=create`)).status === 200)
      published.push(code);
  }
  expect(published).toEqual(
    expect.arrayContaining([
      'api_key',
      'employee',
      'enum',
      'grant',
      'role',
      'task',
      'task_comment',
      'team',
      'user',
      'webhook_endpoint',
    ]),
  );
});
