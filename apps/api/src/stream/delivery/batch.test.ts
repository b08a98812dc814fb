import type { CallerVisibility } from '@wfp/areas';
import type { StreamedEvent } from '@wfp/shared';
import { describe, expect, it } from 'vitest';
import { Batch } from './batch.ts';

const none = { size: 0, has: () => false, toPostgres: () => '{}' };
const whole = { all: true, own: true, employees: none, teams: none };
const resources = new Set(['task', 'user', 'team']);
const furtherResources = new Map([['task.noted', { aggregate: 'task', resource: 'note' }]]);

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

const access = (...types: string[]) => new Map(types.map((type) => [type, whole]));
const visibility = (
  user_id: number,
  of: CallerVisibility['subjectsByType'],
  canReadAuditLog = false,
): CallerVisibility => ({
  user_id,
  subjectsByType: of,
  resources,
  furtherResources,
  canReadAuditLog,
});
const numbers = (batch: Batch, by: CallerVisibility, after = 0) =>
  [...String(batch.partFor(by, null, after)?.bytes ?? '').matchAll(/^id: (\d+)$/gm)].map(([, id]) =>
    Number(id),
  );

describe('a batch', () => {
  it('shares bytes between callers who see the same events', () => {
    const batch = new Batch([event(1), event(2, { aggregate_type: 'team' })]);
    const all = access('task', 'team');
    const part = batch.partFor(visibility(1, all), null);
    expect(String(part?.bytes)).toBe('id: 1\ndata: {"id":1}\n\nid: 2\ndata: {"id":2}\n\n');
    expect(batch.partFor(visibility(2, all), null)?.bytes).toBe(part?.bytes);
    expect(batch.partFor(visibility(3, access('team', 'task', 'user')), null)?.bytes).toBe(part?.bytes);
    expect(numbers(batch, visibility(4, access('team')))).toEqual([2]);
    expect(batch.partFor(visibility(5, access('user')), null)).toBeNull();
  });

  it('distinguishes users for private and personal events', () => {
    const of = access('task', 'user');
    const hidden = event(2, { is_private: true, subject_user_ids: [7] });
    const signedIn = event(3, { aggregate_type: 'user', event_type: 'auth.login', subject_user_ids: [8] });
    const batch = new Batch([event(1), hidden, signedIn]);
    expect(numbers(batch, visibility(7, of))).toEqual([1, 2]);
    expect(numbers(batch, visibility(8, of))).toEqual([1, 3]);
    expect(numbers(batch, visibility(9, of))).toEqual([1]);
    expect(numbers(batch, visibility(9, of, true))).toEqual([1, 3]);
  });

  it('distinguishes callers by their access to further resources of its event types', () => {
    const batch = new Batch([event(1), event(2, { event_type: 'task.noted' })]);
    const [readers, others] = [access('task', 'note'), access('task')];
    for (let round = 0; round < 2; round += 1) {
      expect([readers, others].map((of, user) => numbers(batch, visibility(user, of)))).toEqual([
        [1, 2],
        [1],
      ]);
    }
    const part = batch.partFor(visibility(3, access('task', 'note', 'user')), null);
    expect(part?.bytes).toBe(batch.partFor(visibility(4, readers), null)?.bytes);
  });

  it('distinguishes callers only by their access to its aggregate type', () => {
    const self = () => ({ all: false, own: true, employees: none, teams: none });
    const reading = (user_id: number, of: object) => visibility(user_id, new Map(Object.entries(of)));
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

  it('distinguishes readers of the audit log', () => {
    const of = access('task');
    const batch = new Batch([event(1), event(2, { aggregate_type: 'unowned' })]);
    expect(numbers(batch, visibility(1, of))).toEqual([1]);
    expect(numbers(batch, visibility(1, of, true))).toEqual([1, 2]);
    expect(numbers(batch, visibility(2, of))).toEqual([1]);
  });

  it('skips earlier events and events that the filter excludes', () => {
    const batch = new Batch([event(5), event(6, { event_type: 'task.completed' }), event(7)]);
    const by = visibility(1, access('task'));
    expect(numbers(batch, by, 5)).toEqual([6, 7]);
    expect(numbers(batch, by)).toEqual([5, 6, 7]);
    const part = batch.partFor(by, { event_type: 'task.completed' });
    expect([part?.last, String(part?.bytes).startsWith('id: 6\n')]).toEqual([6, true]);
    expect(batch.partFor(by, { aggregate_type: 'team' })).toBeNull();
  });

  it('reports users whose rights may have changed', () => {
    const change = (one: Partial<StreamedEvent>, user_id: number | null) =>
      new Batch([event(1), event(2, one), event(3)]).findRightsChange(user_id, 0);
    const grant = { aggregate_type: 'grant', subject_user_ids: [7] };
    expect([change(grant, 7), change(grant, 8), change(grant, null)]).toEqual([2, null, null]);
    expect([change({ aggregate_type: 'role' }, 8), change({}, 7)]).toEqual([2, null]);
  });

  it('reports the first change of rights after a position', () => {
    const grant = (seq: number, user_id: number) =>
      event(seq, { aggregate_type: 'grant', subject_user_ids: [user_id] });
    const batch = new Batch([grant(1, 7), grant(2, 8), event(3, { aggregate_type: 'role' }), grant(4, 7)]);
    const changes = (user_id: number | null) =>
      [0, 1, 2, 3, 4].map((after) => batch.findRightsChange(user_id, after));
    expect(changes(7)).toEqual([1, 3, 3, 4, null]);
    expect(changes(8)).toEqual([2, 2, 3, null, null]);
    expect(changes(null)).toEqual([3, 3, 3, null, null]);
  });

  it('is split into batches that callers share', () => {
    const batch = new Batch([event(5), event(6), event(7)]);
    const by = visibility(1, access('task'));
    const [head, tail] = [batch.upTo(5), batch.after(5)];
    expect([numbers(head, by), tail && numbers(tail, by)]).toEqual([[5], [6, 7]]);
    expect([batch.upTo(5), batch.after(5)]).toEqual([head, tail]);
    expect(batch.upTo(5)).toBe(head);
    expect([batch.upTo(7), batch.after(7)]).toEqual([batch, null]);
  });
});
