import { expect, it } from 'vitest';
import { type Attempt, type DeliveryHistory, type Endpoint, findViolations } from './delivery-history.ts';
import type { ReceivedRequest } from './unreliable-receiver.ts';

const endpoint: Endpoint = {
  id: 7,
  org_id: 1,
  path: '/hook',
  event_types: ['task.*'],
  ordered: true,
  startsReturning410: false,
};
const record = (id: number) => ({ id, org_id: 1, event_type: 'task.post_create' });

const attempt = (id: number, event_id: number, values: Partial<Attempt>): Attempt => ({
  id,
  webhook_id: 7,
  event_id,
  event_type: 'task.post_create',
  attempt: 1,
  status: 'succeeded',
  scheduled: 0,
  finished: 100,
  duration: 50,
  response_status: 200,
  retry_after: 0,
  error: null,
  ...values,
});

const request = (
  delivery_id: number,
  event_id: number,
  values: Partial<ReceivedRequest>,
): ReceivedRequest => ({
  path: '/hook',
  delivery_id,
  message_id: `msg_${event_id}_7`,
  event_type: 'task.post_create',
  body: JSON.stringify(record(event_id)),
  has_valid_signatures: true,
  began: 50,
  ended: 100,
  response_status: 200,
  was_aborted: false,
  ...values,
});

/** Event 1 fails, then succeeds; event 2 is in flight when a worker is killed and is sent again. */
const history = () =>
  ({
    endpoints: [endpoint],
    attempts: [
      attempt(1, 1, { status: 'failed', response_status: 500, error: 'The receiver responded with 500' }),
      attempt(2, 1, { attempt: 2, scheduled: 1_105, finished: 1_200 }),
      attempt(3, 2, { finished: 9_000 }),
    ],
    requests: [
      request(1, 1, { response_status: 500 }),
      request(2, 1, { began: 1_150, ended: 1_200 }),
      request(3, 2, { began: 1_300, ended: 1_400, response_status: null, was_aborted: true }),
      request(3, 2, { began: 8_900, ended: 9_000 }),
    ],
    events: new Map([1, 2].map((id) => [id, record(id)])),
    sequences: new Map([1, 2].map((id) => [id, id])),
    afterEventId: 0,
    kills: [[1_350, 1_450]],
    schedule: [0, 1, 2],
    timeoutMs: 1_500,
  }) satisfies DeliveryHistory;

it('finds no violations in a correct history', () => {
  expect(findViolations(history())).toEqual([]);
});

/** Makes the first attempt of event 1 end without a response in time, though the receiver accepted it after `ms`. */
function timeOut({ attempts, requests }: DeliveryHistory, ms: number): void {
  const error = 'No complete response within 1.5 s';
  Object.assign(attempts[0] as Attempt, { response_status: null, error, duration: 1_500, finished: 100 });
  const ended = 100 - 1_500 + ms;
  Object.assign(requests[0] as ReceivedRequest, { response_status: 200, began: ended - 10, ended });
}

it('permits a repetition if the response came late, even if the receiver had just read the request', () => {
  const all = history();
  timeOut(all, 800);
  expect(findViolations(all).join('\n')).not.toContain('was accepted, then repeated');
});

const remove = (rows: unknown[], index: number) => rows.splice(index, 1);
const set = Object.assign;

it.each<[string, (all: ReturnType<typeof history>) => unknown, string]>([
  ['never finished', ({ attempts }) => set(attempts[2] as Attempt, { status: 'pending' }), 'is not finished'],
  ['early', ({ attempts }) => set(attempts[1] as Attempt, { scheduled: 1_090 }), 'was due early'],
  ['late', ({ attempts }) => set(attempts[1] as Attempt, { scheduled: 1_250 }), 'was due late'],
  [
    'sent before its time',
    ({ requests }) => set(requests[1] as ReceivedRequest, { began: 1_100 }),
    'was sent too early',
  ],
  [
    'sent after a success',
    ({ attempts }) => set(attempts[0] as Attempt, { status: 'succeeded' }),
    'an attempt follows',
  ],
  ['omitted', ({ attempts }) => remove(attempts, 0), 'attempts are not 1, 2'],
  ['lost', ({ requests }) => requests.splice(2), 'event 2 never arrived'],
  [
    'changed',
    ({ requests }) => set(requests[0] as ReceivedRequest, { body: '{"id":1}' }),
    'msg_1_7 is {"id":1}',
  ],
  [
    'not signed',
    ({ requests }) => set(requests[0] as ReceivedRequest, { has_valid_signatures: false }),
    'was not signed correctly',
  ],
  [
    'not subscribed',
    ({ endpoints }) => set(endpoints[0] as Endpoint, { event_types: ['a.*'] }),
    'not subscribed',
  ],
  [
    'recorded without a response',
    ({ attempts }) => set(attempts[1] as Attempt, { response_status: 201 }),
    'never sent',
  ],
  [
    'sent twice concurrently',
    ({ requests }) => set(requests[0] as ReceivedRequest, { ended: 1_160 }),
    'was in flight twice',
  ],
  [
    'sent beyond the concurrency limit',
    ({ requests }) => set(requests[1] as ReceivedRequest, { ended: 1_310 }),
    '2 in flight',
  ],
  [
    'accepted before its predecessor',
    ({ requests }) => set(requests[1] as ReceivedRequest, { response_status: 500 }),
    'never sent',
  ],
  ['out of order', ({ sequences }) => sequences.set(2, 0), 'event 0 arrived after event 1'],
  ['sent twice without a kill', ({ kills }) => remove(kills, 0), 'was sent twice without a kill'],
  [
    'sent during a lease',
    ({ requests }) => set(requests[3] as ReceivedRequest, { began: 2_000 }),
    'while its lease ran',
  ],
  [
    'aborted',
    ({ requests, attempts }) => {
      remove(requests, 3);
      set(attempts[2] as Attempt, { status: 'failed', response_status: null, error: 'Unknown' });
    },
    'was aborted with the error Unknown',
  ],
  [
    'repeated after success',
    ({ requests }) => set(requests[0] as ReceivedRequest, { response_status: 200 }),
    'was accepted, then repeated',
  ],
  ['accepted in time, but recorded as timed out', (all) => timeOut(all, 700), 'was accepted, then repeated'],
])('finds a delivery that was %s', (_, corrupt, violation) => {
  const all = history();
  corrupt(all);
  expect(findViolations(all).join('\n')).toContain(violation);
});
