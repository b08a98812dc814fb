import type { Client } from '@wfp/testing';
import fc from 'fast-check';

/** Somebody who acts: a user, or an API key with what it was narrowed to (null: a session). */
export interface Actor {
  client: Client;
  only: ReadonlySet<string> | null;
}

/** What the steps happen on. */
export interface StepContext {
  owner: Client;
  teams: readonly number[];
  /** The teams above each team. */
  above: ReadonlyMap<number, readonly number[]>;
}

const kinds = [
  'grant',
  'revoke',
  'clone',
  'make',
  'put',
  'default',
  'delete',
  'restore',
  'user',
  'key',
] as const;

/** One act. Numbers are taken modulo what there is when the step is taken. */
export interface Step {
  kind: (typeof kinds)[number];
  by: number;
  to: number;
  role: number;
  other: number;
  scope: 'role' | 'team' | 'own';
  team: number;
  permissions: { permission: string; scopes: string[] }[];
}

const scopesByPermission: Record<string, string[]> = {
  'task:read': ['own', 'reports', 'team', 'org'],
  'task:update': ['own', 'reports', 'team', 'org'],
  'task:manage': ['own', 'team', 'org'],
  'team:update': ['team', 'org'],
  'employee:read': ['own', 'org'],
  'employee:archive': ['org'],
  'user:create': ['org'],
  'user:manage': ['own', 'org'],
  'role:read': ['org'],
  'role:manage': ['own', 'org'],
  'grant:create': ['own', 'org'],
  'grant:manage': ['org'],
  'audit_log:read': ['org'],
  'webhook_endpoint:create': ['org'],
};
const permission = fc.constantFrom(...Object.keys(scopesByPermission)).chain((name) =>
  fc.record({
    permission: fc.constant(name),
    scopes: fc.subarray(scopesByPermission[name] ?? ['org'], { minLength: 1 }),
  }),
);
const index = fc.nat({ max: 1_000 });

export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('grant' as const, 'put' as const, 'delete' as const) },
    { weight: 4, arbitrary: fc.constantFrom(...kinds) },
  ),
  by: index,
  to: index,
  role: index,
  other: index,
  scope: fc.constantFrom('role', 'team', 'own'),
  team: index,
  permissions: fc.uniqueArray(permission, { maxLength: 4, selector: (one) => one.permission }),
});

interface Row {
  id: number;
  code: string;
  is_builtin: boolean;
}

/** How a step went, and the API key that it made. */
export interface StepResult {
  status: number;
  said: string;
  key?: { token: string; permissions: string[] };
}

const pick = <Item>(items: readonly Item[], place: number): Item => {
  const item = items[place % items.length];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
};
let counter = 0;

/** Takes a step as its actor. */
export async function runStep(
  one: Step,
  actor: Actor,
  cast: readonly Actor[],
  stage: StepContext,
): Promise<StepResult> {
  const rows = async (path: string): Promise<Row[]> =>
    (await stage.owner.call('GET', `${path}limit=100`)).body.data;
  const roles = await rows('/roles?');
  // Mostly roles that can be changed; the built-in ones are the wide ones to reach for.
  const custom = roles.filter((row) => !row.is_builtin);
  const role = pick(one.role % 4 === 0 ? roles : custom, one.role);
  const target = pick(one.other % 2 === 0 ? roles : custom, one.other);
  const call = async (method: string, path: string, body?: object): Promise<StepResult> => {
    const { status } = await actor.client.call(method, path, body);
    return {
      status,
      said: `${one.kind}: ${method} ${path} ${JSON.stringify(body)} (${role.code}, ${target.code})`,
    };
  };
  counter += 1;
  const named = { code: `made_${counter}`, name: `Made ${counter}` };
  const { permissions } = one;
  switch (one.kind) {
    case 'grant': {
      const team = one.scope === 'team' ? { team_id: pick(stage.teams, one.team) } : {};
      const user_id = pick(cast, one.to).client.user.id;
      return call('POST', '/grants', { user_id, role_id: role.id, scope: one.scope, ...team });
    }
    case 'revoke':
      return call('DELETE', `/grants/${pick(await rows('/grants?'), one.other).id}`);
    case 'clone':
      return call('POST', `/roles/${role.id}/clone`, named);
    case 'make':
      return call('POST', '/roles', { ...named, permissions });
    case 'put':
      return call('PUT', `/roles/${role.id}/permissions`, { permissions });
    case 'default':
      return call('PATCH', `/roles/${role.id}`, { is_default: true });
    case 'delete':
      return call('DELETE', `/roles/${role.id}?reassign_to=${target.id}`);
    case 'restore':
      return call('POST', `/roles/${one.role}/restore`);
    case 'user': {
      const person = { email: `made${counter}@example.test`, first_name: 'M', last_name: 'M' };
      return call('POST', '/users', { ...person, role_ids: [role.id] });
    }
    case 'key':
      return makeKey(
        actor,
        permissions.map((granted) => granted.permission),
      );
  }
}

/** A key that may change roles besides, so that it has something to try. */
async function makeKey({ client }: Actor, wanted: readonly string[]): Promise<StepResult> {
  const mine = (await client.call('GET', '/users/me/permissions')).body.data as { permission: string }[];
  const held = new Set(mine.map((row) => row.permission));
  const permissions = [...new Set([...wanted, 'role:read', 'role:create', 'role:manage'])].filter((name) =>
    held.has(name),
  );
  const { status, body } = await client.call('POST', '/api-keys', { name: 'Key', permissions });
  const said = `key: ${permissions.join(' ')}`;
  return status === 201 && permissions.length > 0
    ? { status, said, key: { token: body.key, permissions } }
    : { status, said };
}
