import type { Caller } from '@wfp/shared';
import { containsPattern, Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

/** False for words that could match the end of one field and the beginning of the next: a line feed separates fields. */
const isInOneField = (words: string) => !words.includes('\n');

/** Condition on the texts `s`. ILIKE would convert each text to lower case, which takes most of its time. */
const textContains = ({ org_id }: Caller, words: string) =>
  sql`s.org_id = ${org_id} and s.text like lower(${containsPattern(words)})`;

/**
 * All live tasks `t` that contain the words: finds the texts by the index of trigrams, and each task by its key. Only
 * the key has the order of this lookup: without statistics, PostgreSQL would look for each `id` among all tasks by
 * another index.
 */
export const tasksWithText = (caller: Caller, words: string): Prisma.Sql =>
  sql`unnest(array(select s.task_id from task_texts s where ${textContains(caller, words)})) found(id)
    join lateral (select t.* from tasks t where t.org_id = ${caller.org_id} and t.id >= found.id order by t.id limit 1) t
      on t.id = found.id`;

/** The texts of which a share estimates the number of matches. */
const sampled = 1_000;
/**
 * Matches among the sampled texts from which on texts or tasks are read one after the other until enough match. The
 * index would return all matches before the first of them is counted.
 */
const frequent = 300;

/**
 * Condition: the index of trigrams does not help, because the words are frequent or `task_texts` cannot find them.
 * Evaluated once per statement.
 */
export function isFrequent(caller: Caller, words: string): Prisma.Sql {
  if (!isInOneField(words)) return sql`true`;
  const { org_id } = caller;
  return sql`(select count(*) from (
      select s.text from task_texts s where s.org_id = ${org_id} order by s.task_id limit ${sampled}::int8) s
    where s.text like lower(${containsPattern(words)})) >= ${frequent}::int8`;
}

/** Selects the texts of live tasks that contain the words, to be counted up to a bound. */
export function countedTexts(caller: Caller, words: string): Prisma.Sql | undefined {
  if (!isInOneField(words)) return undefined;
  const areFrequent = isFrequent(caller, words);
  const where = textContains(caller, words);
  return sql`(select from task_texts s where ${where} and ${areFrequent} order by s.task_id)
    union all (select from task_texts s where ${where} and not ${areFrequent})`;
}
