import type { ResourceDeclaration } from './declaration.ts';
import type { Owners, Rows } from './rows/rows.ts';
import type { Traits } from './traits.ts';

/**
 * Rejects a declaration that names an unknown column or field, or a scope for which no owner is declared. Otherwise
 * SQL would fail at the first request that uses the name, and callers with the scope would see no rows.
 *
 * @throws Error with the resource, the property and the fix
 */
export function rejectUnknownNames(
  declared: ResourceDeclaration<Traits>,
  { table, fields, computed }: Rows,
): void {
  const { code, owners = {}, subject = {}, sort, imports, scopes = [] } = declared;
  const isColumn = (name: string) => table.columns.includes(name);
  const columns: Record<string, readonly (string | undefined)[]> = {
    fields: Object.keys(fields),
    owners: [owners.users, owners.employees, owners.teams].flatMap((names) => names ?? []),
    subject: [subject.employee, subject.team, ...(subject.users ?? [])],
    sort: sort.split(',').map((term) => term.replace('-', '')),
  };
  for (const [property, names] of Object.entries(columns)) {
    for (const name of names) {
      if (name === undefined || isColumn(name) || name in computed) continue;
      throw new Error(
        `${code}: ${property} names "${name}", which is not a column of ${table.name}. Correct the name, or add the ` +
          'column to the model in prisma/schema and run: node scripts/bootstrap.mjs',
      );
    }
  }
  if (imports && !(imports.key in fields))
    throw new Error(`${code}: the key of imports, "${imports.key}", is not one of its fields`);
  for (const scope of scopes) {
    const needed = ownersByScope[scope];
    if (needed && !needed.some((kind) => owners[kind]))
      throw new Error(`${code}: scope "${scope}" needs one of these in owners: ${needed.join(', ')}`);
  }
}

/** The kinds of owners that a scope requires: any of these. Scope `org` requires none. */
const ownersByScope: Partial<Record<string, readonly (keyof Owners)[]>> = {
  own: ['users', 'employees', 'where'],
  reports: ['employees'],
  team: ['teams', 'employees'],
};
