import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../../caller.ts';
import { defineAnnouncement } from '../../consequences/announcement.ts';
import { EnumCode, Id } from '../../contract/index.ts';
import { Prisma } from '../../db/index.ts';
import { collectHookEmits, type HookName, hasHooks, runHook, type WritePhase } from './hooks/hooks.ts';
import { hasReferences } from './references.ts';
import type { RowsDefinition } from './row-select.store.ts';
import { coversAllRows, keepsRowScope } from './rows.store.ts';

const where = () => Prisma.sql`true`;
const define = (definition: object, hasOwnScope = true) =>
  ({
    predicates: [],
    owners: {},
    route: { hasOwnScope, permission: (right: string) => `thing:${right}` },
    ...definition,
  }) as unknown as RowsDefinition;

describe('a right covers all rows', () => {
  const callerWith = (scope: object | undefined) =>
    ({ rowScopeFor: (permission: string) => (permission === 'thing:update' ? scope : undefined) }) as Caller;
  const covers = (definition: RowsDefinition, scope?: object) =>
    coversAllRows(definition, callerWith(scope), 'update');

  it('of the organization, with that scope', () => {
    const definition = define({});
    expect([
      covers(definition, { org: true }),
      covers(definition, { org: false }),
      covers(definition),
    ]).toEqual([true, false, false]);
  });

  it('of a parent, without a scope of their own', () => {
    expect(covers(define({}, false))).toBe(true);
  });

  it('unless some are hidden', () => {
    expect(covers(define({ predicates: [where] }), { org: true })).toBe(false);
    expect(covers(define({ predicates: [where] }, false))).toBe(false);
  });
});

describe('an update keeps the row scope', () => {
  const owners = { users: ['user_id'], employees: ['employee_id'], teams: ['team_id'] };

  it.each(['user_id', 'employee_id', 'team_id'])('unless it sets %s', (column) => {
    expect(keepsRowScope(define({ owners }), { [column]: undefined })).toBe(false);
    expect(keepsRowScope(define({ owners }), { name: 'x', note: null })).toBe(true);
    expect(keepsRowScope(define({ owners }, false), { [column]: 1 })).toBe(true);
  });

  it('unless the row owns itself', () => {
    for (const kind of ['users', 'employees', 'teams'])
      expect(keepsRowScope(define({ owners: { [kind]: ['id'] } }), { name: 'x' })).toBe(false);
    expect(keepsRowScope(define({ owners: { teams: ['id'] } }, false), { name: 'x' })).toBe(true);
  });

  it('unless a condition determines the owner, or hides rows', () => {
    expect(keepsRowScope(define({ owners: { where } }), { name: 'x' })).toBe(false);
    expect(keepsRowScope(define({ owners: { where } }, false), { name: 'x' })).toBe(true);
    expect(keepsRowScope(define({ predicates: [where] }), { name: 'x' })).toBe(false);
    expect(keepsRowScope(define({ predicates: [where] }, false), { name: 'x' })).toBe(false);
  });
});

describe('hooks', () => {
  const run = async () => undefined;
  const phases: readonly WritePhase[] = ['create', 'update', 'archive', 'restore'];
  const moved = defineAnnouncement<object>('row_rules.moved');

  it.each<[HookName, readonly WritePhase[]]>([
    ['beforeLock', phases],
    ['beforeWrite', ['create', 'update']],
    ['afterWrite', ['create', 'update']],
    ['beforeArchive', ['archive']],
    ['afterArchive', ['archive']],
    ['afterRestore', ['restore']],
  ])('require a transaction in their phases, and declare events for them: %s', (name, expected) => {
    const hooks = [
      { validate: run },
      { [name]: run },
      { [name]: { emits: ['thing.moved'], announces: [moved], run } },
    ];
    expect(phases.filter((phase) => hasHooks(hooks, phase))).toEqual(expected);
    expect(phases.filter((phase) => hasHooks([{ validate: run }, { [name]: undefined }], phase))).toEqual([]);
    for (const phase of phases) {
      const isOne = expected.includes(phase);
      expect(collectHookEmits(hooks, phase)).toEqual({
        emits: isOne ? ['thing.moved'] : [],
        announces: isOne ? [moved] : [],
      });
    }
  });

  it('declare the events of each phase, once', () => {
    const emits = { create: ['thing.made', 'thing.moved'], update: ['thing.moved'] };
    const hooks = [{ afterWrite: { emits, run } }, { beforeLock: { emits: ['thing.moved'], run } }];
    const emitsIn = (phase: WritePhase, names?: readonly HookName[]) =>
      collectHookEmits(hooks, phase, names).emits;
    expect([emitsIn('create'), emitsIn('update'), emitsIn('archive')]).toEqual([
      ['thing.made', 'thing.moved'],
      ['thing.moved'],
      ['thing.moved'],
    ]);
    expect(emitsIn('create', ['afterRestore'])).toEqual([]);
  });

  it('run as a function or as the function of an object', async () => {
    const double = async (value: number) => value * 2;
    expect([
      await runHook(double, 2),
      await runHook({ run: double }, 3),
      await runHook(undefined, 4),
    ]).toEqual([4, 6, undefined]);
  });
});

it('values refer to other records by an id or an enum code', () => {
  const fields = {
    name: { schema: z.string() },
    team_id: { schema: Id, references: 'teams' },
    category: { schema: EnumCode('task_category', ['bug']).nullable() },
  };
  const refers = (values: object) => hasReferences({ fields } as never, values);
  expect([refers({ team_id: 1 }), refers({ category: 'bug' }), refers({ name: 'x', team_id: 1 })]).toEqual([
    true,
    true,
    true,
  ]);
  expect([refers({}), refers({ name: 'x' }), refers({ team_id: null, category: undefined })]).toEqual([
    false,
    false,
    false,
  ]);
});
