import type { FinishedTask, PersonFacts, TaskFacts } from '../prompt.ts';

export const maxPeople = 50;

type Finder = 'employee' | 'user' | 'team' | 'first';

/** A person with the key of the lookup: the id of an employee, user or team, or 0 for the first employees. */
export interface FoundPerson {
  found_by: Finder;
  key: number;
  person: PersonFacts;
}

/** The ids by which the people of tasks are found. */
export interface PeopleKeys {
  employees: ReadonlySet<number>;
  users: ReadonlySet<number>;
  teams: ReadonlySet<number>;
}

export interface PeopleQuery extends PeopleKeys {
  /** Also finds the first employees of the organization. */
  first: boolean;
}

type Assignment = Pick<TaskFacts, 'assigned_employee_id' | 'assigned_to' | 'assigned_team_id'>;

/** Returns the keys of the people who could own a task. */
export function peopleKeys(
  { assigned_employee_id, assigned_to, assigned_team_id }: Assignment,
  similar: readonly FinishedTask[],
): PeopleKeys {
  return {
    employees: distinctIds([assigned_employee_id, ...similar.map((one) => one.done_by_employee_id)]),
    users: distinctIds([assigned_to, ...similar.map((one) => one.done_by_user_id)]),
    teams: distinctIds([assigned_team_id]),
  };
}

const distinctIds = (some: readonly (number | null)[]) => new Set(some.filter((id) => id !== null));

/** The people found so far who could own tasks, by the keys of the lookups. */
export class People {
  readonly #found: Record<Finder, Map<number, PersonFacts[]>> = {
    employee: new Map(),
    user: new Map(),
    team: new Map(),
    first: new Map(),
  };
  /** One object per person, even if several keys find the person. */
  readonly #people = new Map<string, PersonFacts>();

  /** Returns the query for keys that were not looked up yet; null if there are none. */
  queryFor(keys: readonly PeopleKeys[]): PeopleQuery | null {
    const unknown = (finder: Finder, ids: readonly number[]) =>
      new Set(ids.filter((id) => !this.#found[finder].has(id)));
    const query = {
      employees: unknown(
        'employee',
        keys.flatMap(({ employees }) => [...employees]),
      ),
      users: unknown(
        'user',
        keys.flatMap(({ users }) => [...users]),
      ),
      teams: unknown(
        'team',
        keys.flatMap(({ teams }) => [...teams]),
      ),
      first: !this.#found.first.has(0),
    };
    return query.first || query.employees.size + query.users.size + query.teams.size > 0 ? query : null;
  }

  add({ employees, users, teams, first }: PeopleQuery, found: readonly FoundPerson[]): void {
    for (const id of employees) this.#found.employee.set(id, []);
    for (const id of users) this.#found.user.set(id, []);
    for (const id of teams) this.#found.team.set(id, []);
    if (first) this.#found.first.set(0, []);
    for (const { found_by, key, person } of found) {
      const id = `${person.employee_id} ${person.user_id}`;
      const known = this.#people.get(id) ?? person;
      this.#people.set(id, known);
      this.#found[found_by].get(key)?.push(known);
    }
  }

  /**
   * Returns candidates for the owner of a task: its assignee and people who finished similar tasks, including users who
   * are not employees; then members of its team and other employees. At most 50 are employees.
   */
  candidates({ employees, users, teams }: PeopleKeys): PersonFacts[] {
    const found = (finder: Finder, ids: Iterable<number>) =>
      [...ids].flatMap((id) => this.#found[finder].get(id) ?? []);
    const concerned = [...found('employee', employees), ...found('user', users)];
    const [near, accounts] = [concerned.filter(isEmployee), concerned.filter((one) => !isEmployee(one))];
    const turns = [near, found('team', teams), found('first', [0])].map((turn) => turn.toSorted(byId));
    const chosen = [...new Set(turns.flat())].slice(0, maxPeople);
    const isNear = new Set(near);
    return [
      ...chosen.filter((one) => isNear.has(one)),
      ...new Set(accounts.toSorted(byId)),
      ...chosen.filter((one) => !isNear.has(one)),
    ];
  }
}

const isEmployee = ({ employee_id }: PersonFacts) => employee_id !== null;

const byId = (one: PersonFacts, other: PersonFacts) =>
  (one.employee_id ?? 0) - (other.employee_id ?? 0) || (one.user_id ?? 0) - (other.user_id ?? 0);
