import { areas } from '@wfp/areas';
import type { Definition } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { createRow, definitions } from '../generated/derived/records.ts';
import type { RowScopeWorld } from './row-scope-world.ts';

const { sql, raw } = Prisma;

/** Returns declared resources with row scopes that have no rows yet. */
async function findEmptyResources({ service, owner }: RowScopeWorld): Promise<Definition[]> {
  const missing: Definition[] = [];
  for (const { rows, scopes } of areas.flatMap((area) => area.resources ?? [])) {
    const definition = scopes.length > 0 && rows && definitions.get(rows.table);
    if (!definition) continue;
    const found = await service.rows(
      sql`select from ${raw(rows.table)} where org_id = ${owner.user.org_id} limit 1`,
    );
    if (found.length === 0) missing.push(definition);
  }
  return missing;
}

/** Yields the values of owner columns for each user, employee and team. */
function* ownerValues({ rows }: Definition, { people, employees, teams }: RowScopeWorld) {
  const users = Object.values(people).map(({ user }) => user.id);
  const ids = { users, employees: Object.values(employees), teams: Object.values(teams) };
  for (const kind of ['users', 'employees', 'teams'] as const) {
    for (const column of rows.owners[kind] ?? []) {
      if ((rows.fields[column]?.writable ?? 'never') === 'never') continue;
      for (const id of ids[kind]) yield { [column]: id };
    }
  }
}

/** Creates rows of every declared resource that has none yet: one by each user, and one per owner column and owner. */
export async function createDeclaredRows(world: RowScopeWorld): Promise<void> {
  for (const definition of await findEmptyResources(world)) {
    for (const by of Object.values(world.people)) await createRow(definition, by);
    for (const values of ownerValues(definition, world)) await createRow(definition, world.owner, [], values);
  }
}
