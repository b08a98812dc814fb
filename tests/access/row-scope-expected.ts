import { ownedRows, ownerMatches, permittedIds, type Structure } from './row-scope-model.ts';
import {
  expectedScope,
  resourcesByPrimaryTeam,
  type ScopedResource,
  type ScopeVariant,
  scopedResources,
} from './row-scope-variants.ts';
import type { ReaderName, RowScopeWorld } from './row-scope-world.ts';

export interface ExpectedRows {
  one: ScopedResource;
  /** Null if the user lacks the permission. */
  ids: number[] | null;
  all: number[];
  /** All rows, grouped by whether they are permitted and by the kinds of ownership. */
  kinds: number[][];
}

/** Returns the rows of each resource that a user may read with a variant. */
export async function findExpected(
  world: RowScopeWorld,
  structure: Structure,
  name: ReaderName,
  variant: ScopeVariant,
): Promise<ExpectedRows[]> {
  const user_id = world.people[name].user.id;
  const person = { user_id, employee_id: name === 'guest' ? null : world.employees[name] };
  const expected: ExpectedRows[] = [];
  for (const one of scopedResources) {
    const rows = await ownedRows(world, one.resource.rows, { org_id: world.owner.user.org_id, ...person });
    const byPrimaryTeam = resourcesByPrimaryTeam.includes(one.resource.code);
    const known = expectedScope(one, variant, world);
    const scope = known && { ...known, byPrimaryTeam };
    const ids = scope && permittedIds(rows, person, scope, structure);
    const kinds = Map.groupBy(rows, (row) => [ids?.includes(row.id), ...ownerMatches(row, person)].join());
    expected.push({
      one,
      ids,
      all: rows.map((row) => row.id),
      kinds: [...kinds.values()].map((some) => some.map((row) => row.id)),
    });
  }
  return expected;
}
