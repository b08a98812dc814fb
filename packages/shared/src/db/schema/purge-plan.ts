import { type CatalogueReference, type CatalogueTable, isTenantTable } from './catalogue.ts';

/**
 * One step of the deletion of an organization. After the earlier steps and its own `unlink`, no row of another table
 * refers to the rows that the step deletes.
 */
export interface PurgeStep {
  /** One table, or several that refer to each other by columns that cannot be null. */
  tables: readonly string[];
  /** Columns to set to null first: they close a cycle of references. */
  unlink: readonly UnlinkedColumn[];
  /** False if only one statement can delete all rows: foreign keys are checked at its end. */
  isBatched: boolean;
}

interface UnlinkedColumn {
  table: string;
  column: string;
}

/** A foreign key between two tables, or of a table to itself. */
interface Link {
  from: string;
  to: string;
  /** The column that removes the link if set to null; undefined if no column of the key is nullable. */
  column: string | undefined;
  isChecked: boolean;
}

/**
 * Orders the tables of an organization so that their rows can be deleted: referring tables before the tables
 * they refer to. The same catalogue always gives the same plan.
 *
 * @throws Error if retained rows refer to rows that are deleted
 */
export function purgePlan(
  catalogue: readonly CatalogueTable[],
  isRetained: (table: string) => boolean,
): PurgeStep[] {
  const purged = catalogue.filter((table) => isTenantTable(table) && !isRetained(table.name));
  const names = purged.map((table) => table.name).sort();
  for (const { name, references } of catalogue.filter((table) => !purged.includes(table))) {
    const blocking = references.find((one) => one.is_blocking && names.includes(one.to));
    if (blocking)
      throw new Error(
        `${name} is retained when an organization is purged, but refers to ${blocking.to}, which is deleted`,
      );
  }
  return orderedSteps(
    names,
    purged.flatMap(linksOf).filter((link) => names.includes(link.to)),
  );
}

function linksOf(table: CatalogueTable): Link[] {
  return table.references.map((reference) => ({
    from: table.name,
    to: reference.to,
    ...nullableColumn(table, reference),
  }));
}

/** A column without a CHECK is preferred: the constraint may require a value. */
function nullableColumn(
  table: CatalogueTable,
  reference: CatalogueReference,
): Pick<Link, 'column' | 'isChecked'> {
  const columns = table.columns.filter(
    ({ name, is_nullable }) => reference.is_simple && is_nullable && reference.columns.includes(name),
  );
  const found = columns.find((column) => !column.is_checked) ?? columns[0];
  return { column: found?.name, isChecked: found?.is_checked ?? false };
}

function orderedSteps(names: readonly string[], all: readonly Link[]): PurgeStep[] {
  const steps: PurgeStep[] = [];
  let left = [...names];
  let links = all.filter((link) => link.from !== link.to);
  let unlinked: Link[] = [];
  while (left.length > 0) {
    const free = left.find((name) => !links.some((link) => link.to === name));
    const group = free === undefined ? firstCycle(left, links) : [free];
    const removed = free === undefined ? removableLink(group, links) : undefined;
    if (removed) {
      links = links.filter((link) => link !== removed);
      unlinked.push(removed);
      continue;
    }
    const own = all.filter((link) => link.from === link.to && group.includes(link.to));
    steps.push({
      tables: group,
      unlink: [...unlinked, ...own].flatMap(({ from, column }) => (column ? [{ table: from, column }] : [])),
      isBatched: free !== undefined && own.every((link) => link.column !== undefined),
    });
    unlinked = [];
    left = left.filter((name) => !group.includes(name));
    links = links.filter((link) => !group.includes(link.from));
  }
  return steps;
}

/** Tables that refer to each other in a cycle and to which no other table refers. */
function firstCycle(names: readonly string[], links: readonly Link[]): string[] {
  const groups = names.map((name) => referringTables(name, links));
  return [...groups.reduce((a, b) => (b.size < a.size ? b : a))].sort();
}

/** Returns the tables that refer to a table, directly or through other tables. */
function referringTables(name: string, links: readonly Link[]): Set<string> {
  const found = new Set<string>();
  const next = [name];
  for (let table = next.pop(); table !== undefined; table = next.pop()) {
    const referring = links.filter((link) => link.to === table && !found.has(link.from));
    for (const { from } of referring) {
      found.add(from);
      next.push(from);
    }
  }
  return found;
}

/**
 * The link to remove from a cycle: preferably one without a CHECK, and among these one whose removal opens the whole
 * cycle. Undefined if no link has a nullable column.
 */
function removableLink(group: readonly string[], links: readonly Link[]): Link | undefined {
  const inside = links.filter((link) => group.includes(link.from) && group.includes(link.to));
  const isOpenWithout = (removed: Link) => {
    const rest = inside.filter((link) => link !== removed);
    return group.every((name) => !referringTables(name, rest).has(name));
  };
  const cost = (link: Link) => (link.isChecked ? 2 : 0) + (isOpenWithout(link) ? 0 : 1);
  return inside
    .filter((link) => link.column !== undefined)
    .map((link) => ({ link, cost: cost(link), name: `${link.from}.${link.column}` }))
    .sort((a, b) => a.cost - b.cost || (a.name < b.name ? -1 : 1))[0]?.link;
}
