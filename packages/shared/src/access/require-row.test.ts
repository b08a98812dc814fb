import { expect, it } from 'vitest';
import type { Caller } from '../caller.ts';
import type { RowScope } from './access-model.ts';
import { requirePermission, requireRow } from './require-row.ts';
import { requireSession } from './require-session.ts';

const callerWith = (held: Partial<RowScope> | null) => {
  const none: RowScope = { org: false, own: false, reports: false, team: false, team_ids: [] };
  return { rowScopeFor: () => held && { ...none, ...held } } as unknown as Caller;
};
const required = (
  found: (object | undefined)[],
  seen: object | undefined,
  caller: Caller | null = callerWith({ own: true }),
) => ({
  caller,
  find: async () => found.shift(),
  findReadable: async () => seen,
  permission: 'task:update' as const,
  noun: 'Task',
});
const row = { id: 1 };

it('returns a row on which the caller has the permission', async () => {
  expect(await requireRow(required([row], row))).toBe(row);
});

it('throws 404 for a row that the caller may not read, and 403 for one that they may only read', async () => {
  await expect(requireRow(required([undefined], undefined))).rejects.toMatchObject({ kind: 'not_found' });
  await expect(requireRow(required([undefined, undefined], row))).rejects.toMatchObject({
    kind: 'forbidden',
    denial: { reason: 'row_scope', permission: 'task:update' },
  });
});

it.each([
  ['the caller has on no row', callerWith(null)],
  ['another user than the caller lacks', null],
])('gives the reason "permission" for a permission that %s', async (_, caller) => {
  await expect(requireRow(required([undefined, undefined], row, caller))).rejects.toMatchObject({
    message: 'Requires task:update on this task',
    denial: { reason: 'permission', permission: 'task:update' },
  });
});

it('throws 404 for a row that did not exist at the first lookup and was restored before the second', async () => {
  await expect(requireRow(required([undefined, row], row))).rejects.toMatchObject({ kind: 'not_found' });
});

it.each([
  [null, 'any', false],
  [{ own: true }, 'any', true],
  [{ own: true }, 'organization', false],
  [{ org: true }, 'organization', true],
  [{ org: true }, 'any', true],
] as const)('with the rows %j, a permission required for %s: %s', (held, scope, isAllowed) => {
  const check = () => requirePermission(callerWith(held), 'task:update', 'to move tasks', scope);
  if (isAllowed) expect(check).not.toThrow();
  else
    expect(check).toThrow(
      expect.objectContaining({
        kind: 'forbidden',
        message: 'Requires task:update to move tasks',
        denial: { reason: held ? 'row_scope' : 'permission', permission: 'task:update' },
      }),
    );
});

it('rejects API keys, not sessions, where a session is required', () => {
  const by = (kind: string) => ({ credential: { kind } }) as unknown as Caller;
  expect(() => requireSession(by('api_key'), 'create grants')).toThrow(
    expect.objectContaining({
      kind: 'forbidden',
      message: 'An API key cannot create grants; sign in to do it',
      denial: { reason: 'session' },
    }),
  );
  for (const kind of ['session', 'system']) expect(() => requireSession(by(kind), 'x')).not.toThrow();
});
