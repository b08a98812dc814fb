import { expect, it } from 'vitest';
import { type Attempt, type DeliveryHistory, type Endpoint, findViolations } from './delivery-history.ts';
import type { ReceivedRequest } from './unreliable-receiver.ts';

const endpoint: Endpoint = {
  id: 7,
  org_id: 1,
  path: '/hook',
  event_types: ['task.*'],
  ordered: true,
  goes: false,
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
  response_status: 200,
  retry_after: 0,
  error: null,
  ...values,
});

const arrival = (
  delivery_id: number,
  event_id: number,
  values: Partial<ReceivedRequest>,
): ReceivedRequest => ({
  path: '/hook',
  delivery_id,
  message_id: `msg_${event_id}_7`,
  event_type: 'task.post_create',
  body: JSON.stringify(record(event_id)),
  is_genuine: true,
  began: 50,
  ended: 100,
  answered: 200,
  was_left: false,
  ...values,
});

/** Event 1 fails and succeeds then; event 2 is under way as a worker is killed, and comes again. */
const books = () =>
  ({
    endpoints: [endpoint],
    attempts: [
      attempt(1, 1, { status: 'failed', response_status: 500, error: 'The receiver responded with 500' }),
      attempt(2, 1, { attempt: 2, scheduled: 1_105, finished: 1_200 }),
      attempt(3, 2, { finished: 9_000 }),
    ],
    arrivals: [
      arrival(1, 1, { answered: 500 }),
      arrival(2, 1, { began: 1_150, ended: 1_200 }),
      arrival(3, 2, { began: 1_300, ended: 1_400, answered: null, was_left: true }),
      arrival(3, 2, { began: 8_900, ended: 9_000 }),
    ],
    events: new Map([1, 2].map((id) => [id, record(id)])),
    places: new Map([1, 2].map((id) => [id, id])),
    after: 0,
    kills: [[1_350, 1_450]],
    schedule: [0, 1, 2],
    timeoutMs: 1_500,
  }) satisfies DeliveryHistory;

it('finds no fault in books that are in order', () => {
  expect(findViolations(books())).toEqual([]);
});

const [gone, of] = [(rows: unknown[], index: number) => rows.splice(index, 1), Object.assign];

it.each<[string, (all: ReturnType<typeof books>) => unknown, string]>([
  ['never over', ({ attempts }) => of(attempts[2] as Attempt, { status: 'pending' }), 'is not over'],
  ['early', ({ attempts }) => of(attempts[1] as Attempt, { scheduled: 1_090 }), 'was due early'],
  ['late', ({ attempts }) => of(attempts[1] as Attempt, { scheduled: 1_250 }), 'was due late'],
  [
    'before its time',
    ({ arrivals }) => of(arrivals[1] as ReceivedRequest, { began: 1_100 }),
    'came too early',
  ],
  ['sent after a success', ({ attempts }) => of(attempts[0] as Attempt, { status: 'succeeded' }), 'follows'],
  ['left out', ({ attempts }) => gone(attempts, 0), 'attempts are not 1, 2'],
  ['lost', ({ arrivals }) => arrivals.splice(2), 'event 2 never arrived'],
  [
    'changed',
    ({ arrivals }) => of(arrivals[0] as ReceivedRequest, { body: '{"id":1}' }),
    'msg_1_7 is {"id":1}',
  ],
  [
    'not signed',
    ({ arrivals }) => of(arrivals[0] as ReceivedRequest, { is_genuine: false }),
    'was not signed',
  ],
  ['not asked for', ({ endpoints }) => of(endpoints[0] as Endpoint, { event_types: ['a.*'] }), 'asked for'],
  ['made up', ({ attempts }) => of(attempts[1] as Attempt, { response_status: 201 }), 'nobody answered'],
  [
    'twice at once',
    ({ arrivals }) => of(arrivals[0] as ReceivedRequest, { ended: 1_160 }),
    'ran twice at once',
  ],
  ['too many', ({ arrivals }) => of(arrivals[1] as ReceivedRequest, { ended: 1_310 }), '2 were under way'],
  ['overtaking', ({ arrivals }) => of(arrivals[1] as ReceivedRequest, { answered: 500 }), 'nobody answered'],
  ['out of order', ({ places }) => places.set(2, 0), 'event 0 came after event 1'],
  ['twice by itself', ({ kills }) => gone(kills, 0), 'came twice, and nobody had died'],
  [
    'under a lease',
    ({ arrivals }) => of(arrivals[3] as ReceivedRequest, { began: 2_000 }),
    'while its lease ran',
  ],
  [
    'left behind',
    ({ arrivals, attempts }) => {
      gone(arrivals, 3);
      of(attempts[2] as Attempt, { status: 'failed', response_status: null, error: 'Unknown' });
    },
    'was left, and has Unknown',
  ],
  [
    'taken',
    ({ arrivals }) => of(arrivals[0] as ReceivedRequest, { answered: 200 }),
    'was taken, and then came',
  ],
])('finds what was %s', (_, spoil, fault) => {
  const all = books();
  spoil(all);
  expect(findViolations(all).join('\n')).toContain(fault);
});
