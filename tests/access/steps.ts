import type { Client, TestService } from '@wfp/testing';
import fc from 'fast-check';
import { runImport, runMerge } from './steps/indirect-steps.ts';
import { runSeatAttempt, seatAttempts } from './steps/seat-steps.ts';

/** The actor of a step: a session, or an API key. `only` has the permissions of a limited key. */
export interface Actor {
  client: Client;
  isKey: boolean;
  only: ReadonlySet<string> | null;
}

export interface StepContext {
  service: TestService;
  owner: Client;
  teams: readonly number[];
  /** Open positions, and the employees of some of the actors. */
  positions: readonly number[];
  employees: readonly number[];
  /** The ancestors of each team, nearest first. */
  above: Map<number, readonly number[]>;
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
  'seat',
  'move',
  'hire',
  'link',
  'transfer',
  'nest',
  'join',
  'import',
  'merge',
  ...seatAttempts,
] as const;

/** A step. Numbers select an item modulo the number of items at that time; `restore` uses `role` as an id. */
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
  'employee:update': ['own', 'team', 'org'],
  'employee:archive': ['org'],
  'user:create': ['org'],
  'user:manage': ['own', 'org'],
  'role:read': ['org'],
  'role:manage': ['own', 'org'],
  'grant:create': ['own', 'org'],
  'grant:manage': ['org'],
  'audit_log:read': ['org'],
  'webhook_endpoint:create': ['org'],
  'position:update': ['org'],
  'employee_change:update': ['org'],
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

/** The result of a step, with the API key that it created. */
export interface StepResult {
  status: number;
  description: string;
  key?: { token: string; permissions: string[] | null };
  /** The role that a position now gives to its holders, if the step changed it. */
  seatRole?: number;
  /** The users whose accounts were deactivated or reactivated, and the user to whom the owner granted roles during the step. */
  deactivated?: number | undefined;
  reactivated?: number | undefined;
  prepared?: number;
  /** The team that was placed below another, or merged into it. */
  nested?: { team: number; below: number };
}

const pick = <Item>(items: readonly Item[], place: number): Item => {
  const item = items[place % items.length];
  if (item === undefined) throw new Error('No items to pick from');
  return item;
};
let counter = 0;

export async function runStep(
  one: Step,
  actor: Actor,
  cast: readonly Actor[],
  stage: StepContext,
): Promise<StepResult> {
  const rows = async (path: string): Promise<Row[]> =>
    (await stage.owner.call('GET', `${path}limit=100`)).body.data;
  const roles = await rows('/roles?');
  // Mostly custom roles, which can be changed; the built-in ones have more permissions.
  const custom = roles.filter((row) => !row.is_builtin);
  const role = pick(one.role % 4 === 0 ? roles : custom, one.role);
  const target = pick(one.other % 2 === 0 ? roles : custom, one.other);
  const call = async (method: string, path: string, body?: object): Promise<StepResult> => {
    const { status } = await actor.client.call(method, path, body);
    return {
      status,
      description: `${one.kind}: ${method} ${path} ${JSON.stringify(body)} (${role.code}, ${target.code})`,
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
    case 'seat':
    case 'move':
    case 'hire':
    case 'link':
      return runEmploymentStep({ ...one, kind: one.kind }, role.id, call, cast, stage);
    case 'link-later':
    case 'redate':
    case 'invite':
    case 'restore-hire':
    case 'end':
    case 'terminate':
    case 'rehire': {
      // Half of the seats give administration; none can give ownership.
      const admin = roles.find((row) => row.code === 'admin' && row.is_builtin) as Row;
      const given = one.other % 2 === 0 || role.code === 'owner' ? admin : role;
      const { service, owner } = stage;
      const attempt = { service, owner, actor: actor.client, role_id: given.id, variant: one.to };
      const { status, deactivated, reactivated, prepared } = await runSeatAttempt(one.kind, attempt);
      const description = `${one.kind}: variant ${one.to}, ${given.code}`;
      const effects = { deactivated, reactivated, ...(prepared !== undefined && { prepared }) };
      return { status, description, ...effects };
    }
    case 'nest': {
      const [team, below] = [pick(stage.teams, one.team), pick(stage.teams, one.other)];
      const result = await call('POST', `/teams/${team}/move`, { parent_id: below });
      return result.status === 200 ? { ...result, nested: { team, below } } : result;
    }
    case 'import': {
      const { email } = pick(cast, one.other).client.user;
      const row = { role_code: role.code, email: one.to % 2 === 0 ? undefined : email };
      const status = await runImport({ service: stage.service, actor: actor.client, ...row });
      return { status, description: `import: ${row.email ?? 'a new user'} with ${role.code}` };
    }
    case 'merge': {
      const into = { below: pick(stage.teams, one.team), isArchived: one.to % 2 === 1 };
      const result = await runMerge(stage.owner, actor.client, into);
      return { ...result, description: `merge: ${JSON.stringify(into)}` };
    }
    case 'transfer':
      return call('POST', `/organizations/${stage.owner.user.org_id}/transfer-ownership`, {
        ...{ user_id: pick(cast, one.to).client.user.id, password: 'correct horse battery' },
      });
    case 'key':
      return makeKey(actor, one.other % 2 === 0 ? null : permissions.map((granted) => granted.permission));
    case 'join': {
      const employee_id = pick(stage.employees, one.to);
      return call('POST', `/teams/${pick(stage.teams, one.team)}/members`, { employee_id });
    }
  }
}

type CallAsActor = (method: string, path: string, body?: object) => Promise<StepResult>;

/** A step by which a user gets the role of a position. */
async function runEmploymentStep(
  one: Omit<Step, 'kind'> & { kind: 'seat' | 'move' | 'hire' | 'link' },
  role_id: number,
  call: CallAsActor,
  cast: readonly Actor[],
  stage: StepContext,
): Promise<StepResult> {
  const position_id = pick(stage.positions, one.other);
  if (one.kind === 'seat') return giveRoleToSeat(position_id, role_id, call, stage);
  if (one.kind === 'move')
    return call('POST', `/employees/${pick(stage.employees, one.to)}/changes`, {
      ...{ effective_date: '2024-02-01', kind: 'position', set: { position_id } },
    });
  // The last two people have no employee record. A link that fails leaves one without a user.
  const user_id = pick(cast.slice(3), one.to).client.user.id;
  const person = { first_name: 'M', last_name: 'M', hire_date: '2024-01-01', position_id };
  if (one.kind === 'hire') return call('POST', '/employees', { ...person, user_id });
  const { body } = await stage.owner.call('POST', '/employees', person);
  return call('POST', `/employees/${body.id}/link-user`, { user_id });
}

async function giveRoleToSeat(
  position: number,
  default_role_id: number,
  call: CallAsActor,
  { owner }: StepContext,
): Promise<StepResult> {
  const before = (await owner.call('GET', `/positions/${position}`)).body.default_role_id;
  const result = await call('PATCH', `/positions/${position}`, { default_role_id });
  return result.status === 200 && before !== default_role_id
    ? { ...result, seatRole: default_role_id }
    : result;
}

/** Creates an API key with all permissions (null), or a limited one that may also change roles, for use in later steps. */
async function makeKey({ client }: Actor, wanted: readonly string[] | null): Promise<StepResult> {
  const mine = (await client.call('GET', '/users/me/permissions')).body.data as { permission: string }[];
  const held = new Set(mine.map((row) => row.permission));
  const permissions =
    wanted &&
    [...new Set([...wanted, 'role:read', 'role:create', 'role:manage'])].filter((name) => held.has(name));
  const body = { name: 'Key', ...(permissions && { permissions }) };
  const response = await client.call('POST', '/api-keys', body);
  const description = `key: ${permissions?.join(' ') ?? 'all permissions'}`;
  const { status } = response;
  return status === 201 && permissions?.length !== 0
    ? { status, description, key: { token: response.body.key, permissions } }
    : { status, description };
}
