import { expect, it } from 'vitest';
import type { Caller } from '../caller.ts';
import { Prisma } from '../db/generated/client.ts';
import type { RowScope } from './access-model.ts';
import { type RowOwners, rowsInScope } from './row-scope.ts';

// The rows that predicates select are tested in tests/access/row-scope.test.ts.

const { raw } = Prisma;
const none: RowScope = { org: false, own: false, reports: false, team: false, team_ids: [] };
const owners: RowOwners = {
  users: [raw('author'), raw('assignee')],
  employees: [raw('employee')],
  teams: [raw('team')],
  own: raw('is_mine'),
};

/** The predicate with its values in place, for user 5 in organization 3. */
function predicate(scope: Partial<RowScope> | null, employee_id: number | null, of: RowOwners): string {
  const held = scope && { ...none, ...scope };
  const caller = { org_id: 3, user_id: 5, employee_id, rowScopeFor: () => held } as unknown as Caller;
  const { strings, values } = rowsInScope(caller, 'task:read', of);
  return strings.reduce((text, part, index) => `${text}${JSON.stringify(values[index - 1])}${part}`);
}

const below = 'any(array(select employees_below(3::int, 9::int)))';
const ownTeams = 'select teams_of(3::int, 9::int)';
const ofPrimary = 'select teams_of_primary(3::int, 9::int)';
const named = 'select teams_under(3::int, [7]::int[])';
const inTeams = (teams: string) =>
  `team = any(array(${teams})) or employee = any(array(select employees_in_teams(3::int, array(${teams}))))`;

it.each<[string, Partial<RowScope> | null, number | null, RowOwners, string]>([
  ['no permission', null, 9, owners, 'false'],
  ['all rows', { org: true, own: true }, 9, owners, 'true'],
  ['own rows', { own: true }, 9, owners, '(author = 5 or assignee = 5 or is_mine or employee = 9)'],
  [
    'own rows of a user without employee',
    { own: true },
    null,
    owners,
    '(author = 5 or assignee = 5 or is_mine)',
  ],
  ['own rows by a condition', { own: true }, 9, { own: raw('is_mine') }, '(is_mine)'],
  ['own rows by users', { own: true }, 9, { users: [raw('author')] }, '(author = 5)'],
  ['reports', { reports: true }, 9, owners, `(employee = ${below})`],
  ['reports of a user without employee', { reports: true }, null, owners, 'false'],
  ["the user's teams", { team: true }, 9, owners, `(${inTeams(ownTeams)})`],
  ['the teams of a user without employee', { team: true }, null, owners, 'false'],
  ['named teams', { team_ids: [7] }, null, owners, `(${inTeams(named)})`],
  [
    'primary teams only',
    { team: true, team_ids: [7] },
    9,
    { employees: [raw('employee')], byPrimaryTeam: true },
    `(${[ofPrimary, named].map((teams) => `employee = any(array(select employees_in_primary(3::int, array(${teams}))))`).join(' or ')})`,
  ],
  [
    'both',
    { team: true, team_ids: [7] },
    9,
    { teams: [raw('team')] },
    `(team = any(array(${ownTeams})) or team = any(array(${named})))`,
  ],
  [
    'several scopes',
    { own: true, reports: true },
    9,
    { employees: [raw('employee')] },
    `(employee = 9 or employee = ${below})`,
  ],
  ['scopes without owner columns', { own: true, reports: true, team: true, team_ids: [7] }, 9, {}, 'false'],
])('limits a statement to %s', (_, scope, employee_id, of, expected) => {
  expect(predicate(scope, employee_id, of)).toBe(expected);
});
