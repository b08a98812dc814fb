import { areasOf, catalogueOf } from '@wfp/shared';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plannedEventTypes } from './event-types.policy.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const url = 'http://localhost:9/hook';

it('accepts planned event types that no area emits yet', async () => {
  const event_types = ['workflow.started', 'step.approved', 'survey_response.post_create', 'kudos.*'];
  const { status, body } = await owner.call('POST', '/webhooks', { url, event_types });
  expect([status, body.event_types]).toEqual([201, event_types]);
});

it('lists no planned type that an area declares', () => {
  const emitted = new Set(catalogueOf(areasOf(service.platform)).map(({ type }) => type));
  expect(plannedEventTypes.filter((type) => emitted.has(type))).toEqual([]);
});

it('rejects each unknown event type by its index', async () => {
  const known = ['task.completed', 'task.*', 'enum.*', 'webhook.test', 'task.comment.created'];
  const { status, body } = await owner.call('POST', '/webhooks', { url, event_types: known });
  expect([status, body.event_types]).toEqual([201, known]);

  const unknown = ['task.complete', 'task.*', 'tusk.*', 'constructor.*', 'task.post_creat'];
  for (const [method, path] of [
    ['POST', '/webhooks'],
    ['PATCH', `/webhooks/${body.id}`],
  ] as const) {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      owner.call(method, path, { url, event_types: unknown }),
    );
    expect([result.status, result.body.details]).toEqual([
      422,
      {
        fieldErrors: {
          'event_types.0': ['Unknown event type: task.complete'],
          'event_types.2': ['Unknown event type: tusk.*'],
          'event_types.3': ['Unknown event type: constructor.*'],
          'event_types.4': ['Unknown event type: task.post_creat'],
        },
        formErrors: [],
      },
    ]);
    expect(left).toEqual(nothing);
  }
  expect((await owner.call('GET', `/webhooks/${body.id}`)).body.event_types).toEqual(known);
});
