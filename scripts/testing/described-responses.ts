import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { unseenResponses } from '../../tests/contract/unseen-responses.ts';

const description = path.resolve(import.meta.dirname, '../../docs/openapi.json');

/** The test files that together see every answer that is described. */
const requiredReports = ['answers', 'overload', 'refusals', 'repeats', 'validation'];

/**
 * What is wrong with what the tests saw: answers that are described and that nobody saw though nothing says why, and
 * others of which it is said though they were seen. Nothing where not all of the tests ran.
 */
export async function findUnseenResponses(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).sort();
  if (files.join() !== requiredReports.map((walk) => `${walk}.json`).join()) return [];
  const seen = new Set<string>();
  for (const file of files)
    for (const one of JSON.parse(await readFile(path.join(folder, file), 'utf8'))) seen.add(one);
  const { paths } = JSON.parse(await readFile(description, 'utf8')) as {
    paths: Record<string, Record<string, { responses: object }>>;
  };
  const described = Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      // What can happen to any request, before it is one of an operation, is seen in tests of the server.
      Object.keys(responses)
        .filter((status) => status !== 'default')
        .map((status) => `${method.toUpperCase()} ${at} ${status}`),
    ),
  );
  const excused = new Set(
    unseenResponses.flatMap(({ status, operations }) => operations.map((one) => `${one} ${status}`)),
  );
  const all = new Set(described);
  return [
    ...described
      .filter((one) => !seen.has(one) && !excused.has(one))
      .map((one) => `${one}: is described, and no test saw it`),
    ...[...excused].filter((one) => seen.has(one)).map((one) => `${one}: was seen; take it off the list`),
    ...[...excused].filter((one) => !all.has(one)).map((one) => `${one}: is not described any more`),
  ];
}
