import { describe, expect, it } from 'vitest';
import type { HistoryEntry, TaskFacts, TaskRelation } from '../context.ts';
import { taskContext } from '../testing/task-context.ts';
import { findBlockers } from './blockers.ts';

interface Found {
  is_stalled: boolean;
  signals: { kind: string; detail: string }[];
  actions: { kind: string; title: string; patch?: object }[];
}
const assigned = { assigned_employee_id: 6 };
const found = (record: Partial<TaskFacts>, over: object = {}) =>
  findBlockers(
    taskContext({ record: { ...assigned, ...record }, parent: null, relations: [], ...over }),
  ) as unknown as Found;
const kinds = (all: Found) => all.signals.map(({ kind }) => kind);

/** Status changes, each the given number of minutes before now. */
const moves = (...all: [minutes: number, from: string, to: string][]): HistoryEntry[] =>
  all.map(([minutes, from, to]) => ({
    event_type: 'task.post_update',
    occurred_at: new Date(Date.parse('2026-03-02T09:00:00Z') - minutes * 60_000).toISOString(),
    changes: { status: [from, to] },
  }));

describe('findBlockers', () => {
  it('returns nothing for a task that makes progress', () => {
    expect(found({ status: 'in_progress' })).toEqual({ is_stalled: false, signals: [], actions: [] });
  });

  it('reports a status that changes back and forth, with count and period', () => {
    const back = [40, 30, 20, 10].map((minutes, index): [number, string, string] =>
      index % 2 === 0 ? [minutes, 'todo', 'in_progress'] : [minutes, 'in_progress', 'todo'],
    );
    const all = found({}, { history: moves(...back) });
    expect(kinds(all)).toEqual(['status_thrashing']);
    expect(all.is_stalled).toBe(true);
    expect(all.signals[0]?.detail).toContain('changed 4 times');
    expect(all.signals[0]?.detail).toContain('todo → in_progress → todo → in_progress → todo');
  });

  it('ignores returns from review, a corrected slip, and old changes', () => {
    const review = moves(
      [4000, 'in_progress', 'reviewing'],
      [3000, 'reviewing', 'in_progress'],
      [2000, 'in_progress', 'reviewing'],
      [1000, 'reviewing', 'in_progress'],
    );
    const slip = moves([10, 'todo', 'done'], [9, 'done', 'todo']);
    const past = moves(
      ...[40, 35, 30, 25].map((days, index): [number, string, string] =>
        index % 2 === 0 ? [days * 1440, 'todo', 'blocked'] : [days * 1440, 'blocked', 'todo'],
      ),
    );
    for (const history of [review, slip, past]) expect(kinds(found({}, { history }))).toEqual([]);
  });

  it('counts a change contained in two events once', () => {
    const twice = moves(
      [30, 'todo', 'done'],
      [30, 'todo', 'done'],
      [20, 'done', 'todo'],
      [20, 'done', 'todo'],
    );
    expect(kinds(found({}, { history: twice }))).toEqual([]);
  });

  it('names open blockers, and proposes to continue when they are done', () => {
    const relation = (status: TaskRelation['task']['status']): TaskRelation => ({
      kind: 'blocked_by',
      task: { id: 9, title: 'Sign the lease', status, due_at: null, is_assigned: true },
    });
    const open = found({ status: 'in_progress' }, { relations: [relation('todo')] });
    expect(open.signals).toMatchObject([{ kind: 'blocked_by', detail: expect.stringContaining('#9') }]);
    expect(open.actions).toMatchObject([
      { kind: 'unblock', title: expect.stringContaining('Sign the lease') },
    ]);
    const free = found({ status: 'blocked' }, { relations: [relation('done')] });
    expect(free.actions).toContainEqual(
      expect.objectContaining({ kind: 'unblock', patch: { status: 'in_progress' } }),
    );
  });

  it('proposes a later date at the same hour and a higher priority for an overdue task', () => {
    const late = found({ status: 'in_progress', due_at: '2026-02-27T15:30:00.000Z' });
    expect(late.actions).toMatchObject([
      { kind: 'escalate', patch: { priority: 'high' } },
      { kind: 'reschedule', patch: { due_at: '2026-03-03T15:30:00.000Z' } },
    ]);
  });

  it('returns nothing for a finished task', () => {
    const late = { status: 'done' as const, due_at: '2026-01-01T00:00:00.000Z', assigned_employee_id: null };
    expect(found(late)).toEqual({ is_stalled: false, signals: [], actions: [] });
  });
});
