import type { CallerVisibility } from '@wfp/areas';
import type { StreamedEvent } from '@wfp/shared';
import { describe, expect, it } from 'vitest';
import { Batch } from './batch.ts';

const whole = { all: true, own: true, employees: new Set<number>(), teams: new Set<number>() };
const resources = new Set(['task', 'user', 'team']);

const event = (seq: number, more: Partial<StreamedEvent> = {}): StreamedEvent => ({
  seq,
  aggregate_type: 'task',
  event_type: 'task.post_create',
  subject_employee_id: null,
  subject_team_id: null,
  subject_user_ids: [],
  is_private: false,
  record: JSON.stringify({ id: seq }),
  ...more,
});

const circles = (...types: string[]) => new Map(types.map((type) => [type, whole]));
const sight = (
  user_id: number,
  of: CallerVisibility['subjectsByType'],
  readsLog = false,
): CallerVisibility => ({
  user_id,
  subjectsByType: of,
  resources,
  canReadAuditLog: readsLog,
});
const numbers = (batch: Batch, by: CallerVisibility, after = 0) =>
  [...String(batch.partFor(by, null, after)?.bytes ?? '').matchAll(/^id: (\d+)$/gm)].map(([, id]) =>
    Number(id),
  );

describe('a batch', () => {
  it('gives the same bytes to all who see the same', () => {
    const batch = new Batch([event(1), event(2, { aggregate_type: 'team' })]);
    const all = circles('task', 'team');
    const part = batch.partFor(sight(1, all), null);
    expect(String(part?.bytes)).toBe('id: 1\ndata: {"id":1}\n\nid: 2\ndata: {"id":2}\n\n');
    expect(batch.partFor(sight(2, all), null)?.bytes).toBe(part?.bytes);
    expect(batch.partFor(sight(3, circles('team', 'task', 'user')), null)?.bytes).toBe(part?.bytes);
    expect(numbers(batch, sight(4, circles('team')))).toEqual([2]);
    expect(batch.partFor(sight(5, circles('user')), null)).toBeNull();
  });

  it('tells users apart where an event is for some alone', () => {
    const of = circles('task', 'user');
    const hidden = event(2, { is_private: true, subject_user_ids: [7] });
    const signedIn = event(3, { aggregate_type: 'user', event_type: 'auth.login', subject_user_ids: [8] });
    const batch = new Batch([event(1), hidden, signedIn]);
    expect(numbers(batch, sight(7, of))).toEqual([1, 2]);
    expect(numbers(batch, sight(8, of))).toEqual([1, 3]);
    expect(numbers(batch, sight(9, of))).toEqual([1]);
    expect(numbers(batch, sight(9, of, true))).toEqual([1, 3]);
  });

  it('tells people apart by how far they read its type, and by nothing else that they read', () => {
    const self = () => ({ all: false, own: true, employees: new Set<number>(), teams: new Set<number>() });
    const reading = (user_id: number, of: object) => sight(user_id, new Map(Object.entries(of)));
    const batch = new Batch([event(1, { subject_user_ids: [7] }), event(2, { subject_user_ids: [8] })]);
    const whole7 = reading(7, { task: whole, team: self() });
    const whole8 = reading(8, { task: whole, user: self() });
    expect(batch.partFor(whole7, null)?.bytes).toBe(batch.partFor(whole8, null)?.bytes);
    const [own7, own8, nothing] = [
      reading(7, { task: self() }),
      reading(8, { task: self() }),
      reading(9, {}),
    ];
    for (let round = 0; round < 2; round += 1) {
      expect([own7, whole7, own8, nothing, own7].map((by) => numbers(batch, by))).toEqual([
        [1],
        [1, 2],
        [2],
        [],
        [1],
      ]);
    }
    const mixed = new Batch([event(1), event(2, { aggregate_type: 'team' })]);
    expect([whole7, whole8].map((by) => numbers(mixed, by))).toEqual([[1], [1]]);
    expect(numbers(mixed, reading(7, { task: whole, team: whole }))).toEqual([1, 2]);
  });

  it('tells readers of the audit log from others, whatever else they read', () => {
    const of = circles('task');
    const batch = new Batch([event(1), event(2, { aggregate_type: 'nobodys' })]);
    expect(numbers(batch, sight(1, of))).toEqual([1]);
    expect(numbers(batch, sight(1, of, true))).toEqual([1, 2]);
    expect(numbers(batch, sight(2, of))).toEqual([1]);
  });

  it('leaves out what a stream has had, and what it did not ask for', () => {
    const batch = new Batch([event(5), event(6, { event_type: 'task.completed' }), event(7)]);
    const by = sight(1, circles('task'));
    expect(numbers(batch, by, 5)).toEqual([6, 7]);
    expect(numbers(batch, by)).toEqual([5, 6, 7]);
    const part = batch.partFor(by, { event_type: 'task.completed' });
    expect([part?.last, String(part?.bytes).startsWith('id: 6\n')]).toEqual([6, true]);
    expect(batch.partFor(by, { aggregate_type: 'team' })).toBeNull();
  });

  it('knows whose rights may have changed', () => {
    const concerned = (one: Partial<StreamedEvent>, user_id: number | null) =>
      new Batch([event(1), event(2, one)]).mayChangeRights(user_id);
    const grant = { aggregate_type: 'grant', subject_user_ids: [7] };
    expect([concerned(grant, 7), concerned(grant, 8), concerned(grant, null)]).toEqual([true, false, false]);
    expect([concerned({ aggregate_type: 'role' }, 8), concerned({}, 7)]).toEqual([true, false]);
  });
});
