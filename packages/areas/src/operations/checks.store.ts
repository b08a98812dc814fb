import { type Check, type CheckContext, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';

const { sql, raw } = Prisma;

const maxRows = raw(String(maxViolations + 1));

interface Reference {
  name: string;
  child: string;
  parent: string;
  /** `c.org_id = p.org_id`, one for each column. */
  matches: string[];
  /** `c.org_id is not null`. */
  given: string[];
}

const references = sql`
  select k.conname as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
    array_agg(format('c.%I = p.%I', f.attname, t.attname) order by u.place) as matches,
    array_agg(format('c.%I is not null', f.attname) order by u.place) as given
  from pg_constraint k
  cross join lateral unnest(k.conkey, k.confkey) with ordinality u(from_column, to_column, place)
  join pg_attribute f on f.attrelid = k.conrelid and f.attnum = u.from_column
  join pg_attribute t on t.attrelid = k.confrelid and t.attnum = u.to_column
  where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace
  group by k.oid order by 2, 1`;

/** PostgreSQL enforces foreign keys unless a restore or a superuser disabled triggers. */
const referencesCheck: Check = {
  name: 'references',
  scope: 'installation',
  invariant: 'Every referenced row exists.',
  repair:
    'Rows were restored without the rows they refer to: restore those too, or set the reference to null.',
  find: async ({ rows }: CheckContext) => {
    const violations: string[] = [];
    for (const { name, child, parent, matches, given } of await rows<Reference>(references)) {
      const [found] = await rows<{ count: number; example: string }>(
        sql`select count(*)::float8 as count, min(left(b.whole, 200)) as example from (
          select to_jsonb(c)::text as whole from ${raw(child)} c where ${raw(given.join(' and '))}
            and not exists (select from ${raw(parent)} p where ${raw(matches.join(' and '))}) limit 1000) b`,
      );
      if (found && found.count > 0)
        violations.push(
          `${name}: ${found.count} rows of ${child} without ${parent}, such as ${found.example}`,
        );
    }
    return violations.slice(0, maxViolations + 1);
  },
};

interface Sequence {
  sequence: string;
  table: string;
  column: string;
}

const sequencesCheck: Check = {
  name: 'sequences-ahead',
  scope: 'installation',
  invariant: 'The next id of every table is unused.',
  repair: 'New rows fail as duplicates. Run: select setval(<sequence>, <largest id>).',
  find: async ({ rows }: CheckContext) => {
    const all = await rows<Sequence>(sql`
      select s.oid::regclass::text as sequence, d.refobjid::regclass::text as table, quote_ident(a.attname) as column
      from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace order by 1`);
    const violations: string[] = [];
    for (const { sequence, table, column } of all) {
      const [found] = await rows<{ highest: number | null; last: number }>(
        sql`select max(${raw(column)})::float8 as highest, coalesce(pg_sequence_last_value(${sequence}::regclass), 0)::float8 as last
          from ${raw(table)}`,
      );
      if (found?.highest && found.highest > found.last)
        violations.push(`${sequence} is at ${found.last}, but ${table} contains ${found.highest}`);
    }
    return violations;
  },
};

const schemaCheck = sqlCheck(
  {
    name: 'schema-settled',
    scope: 'installation',
    invariant: 'Every index is valid and every constraint is validated.',
    repair:
      'A migration was interrupted: drop and rebuild the index concurrently, or run alter table … validate constraint ….',
  },
  () => sql`
    (select format('index %s is not valid', i.indexrelid::regclass) as message from pg_index i
      join pg_class c on c.oid = i.indexrelid
      where c.relnamespace in ('public'::regnamespace, (select oid from pg_namespace where nspname = 'months'))
        and not (i.indisvalid and i.indisready) order by 1 limit ${maxRows})
    union all
    (select format('constraint %s of %s is not validated', k.conname, k.conrelid::regclass) from pg_constraint k
      where k.connamespace = 'public'::regnamespace and not k.convalidated order by 1 limit ${maxRows})`,
);

export const installationChecks: readonly Check[] = [referencesCheck, sequencesCheck, schemaCheck];
