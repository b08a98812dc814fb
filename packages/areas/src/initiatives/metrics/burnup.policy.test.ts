import { describe, expect, it } from 'vitest';
import { type CurrentTask, computeBurnup, dayOf, type TaskChange } from './burnup.policy.ts';

const at = (text: string) => new Date(`2026-03-${text}Z`);
const days = { first: dayOf(at('01T00:00:00')), last: dayOf(at('04T00:00:00')) };
const task = (fields: Partial<CurrentTask> = {}): CurrentTask => ({
  id: 1,
  initiative_id: 7,
  status: 'todo',
  effort: 'm',
  deleted_at: null,
  created_at: at('02T12:00:00'),
  ...fields,
});
const change = (moment: string, before: TaskChange['before'], task_id = 1): TaskChange => ({
  task_id,
  occurred_at: at(moment),
  before,
});
const compute = (tasks: CurrentTask[], newestFirst: TaskChange[] = []) =>
  computeBurnup(7, tasks, newestFirst, days).map((day) => `${day.done}/${day.scope}`);

describe('a burn-up', () => {
  it('counts a task from the day on which it was created', () => {
    expect(computeBurnup(7, [task()], [], days)).toEqual([
      { date: '2026-03-01', scope: 0, done: 0, scope_points: 0, done_points: 0 },
      { date: '2026-03-02', scope: 1, done: 0, scope_points: 3, done_points: 0 },
      { date: '2026-03-03', scope: 1, done: 0, scope_points: 3, done_points: 0 },
      { date: '2026-03-04', scope: 1, done: 0, scope_points: 3, done_points: 0 },
    ]);
  });

  it('shows the state at the end of each day, including reopened tasks', () => {
    expect(compute([task({ status: 'done' })], [change('03T23:59:59.999', { status: 'todo' })])).toEqual([
      '0/0',
      '0/1',
      '1/1',
      '1/1',
    ]);
    const reopened = [change('04T08:00:00', { status: 'done' }), change('03T08:00:00', { status: 'todo' })];
    expect(compute([task()], reopened)).toEqual(['0/0', '0/1', '1/1', '0/1']);
    const doneAndReopened = [
      change('03T09:00:00', { status: 'done' }),
      change('03T08:00:00', { status: 'todo' }),
    ];
    expect(compute([task()], doneAndReopened)).toEqual(['0/0', '0/1', '0/1', '0/1']);
  });

  it('excludes tasks from the day on which they are cancelled, deleted or unlinked', () => {
    for (const [now, before] of [
      [{ status: 'cancelled' }, { status: 'todo' }],
      [{ deleted_at: '2026-03-03T10:00:00Z' }, { deleted_at: null }],
      [{ initiative_id: 8 }, { initiative_id: 7 }],
      [{ initiative_id: null }, { initiative_id: 7 }],
    ] as const) {
      expect(compute([task(now)], [change('03T10:00:00', before)])).toEqual(['0/0', '0/1', '0/0', '0/0']);
    }
    expect(compute([task()], [change('03T10:00:00', { initiative_id: null })])).toEqual([
      '0/0',
      '0/0',
      '0/1',
      '0/1',
    ]);
  });

  it('uses the effort at the time and assigns changes to their tasks', () => {
    const two = [task({ effort: 'xl' }), task({ id: 2, status: 'done', effort: 'xs' })];
    const changes = [change('04T10:00:00', { status: 'todo' }, 2), change('03T10:00:00', { effort: 's' })];
    const weights = computeBurnup(7, two, changes, days).map(
      (day) => `${day.done_points}/${day.scope_points}`,
    );
    expect(weights).toEqual(['0/0', '0/3', '0/9', '1/9']);
  });

  it('starts at the first day of the span', () => {
    const old = task({ created_at: new Date('2025-01-01T00:00:00Z') });
    expect(compute([old])).toEqual(['0/1', '0/1', '0/1', '0/1']);
  });
});
