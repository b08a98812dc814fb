import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { unseenResponses } from '../../tests/contract/unseen-responses.ts';

const description = path.resolve(import.meta.dirname, '../../docs/openapi.json');

/** The reports of the tests that together receive every described response, sorted. */
const requiredReports = ['overload', 'rejections', 'repeats', 'responses', 'validation'];

/**
 * Returns errors for described responses that no test received, and for exceptions that are not needed. Returns none
 * unless all reports exist.
 */
export async function findUnseenResponses(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).sort();
  if (files.join() !== requiredReports.map((report) => `${report}.json`).join()) return [];
  const seen = new Set<string>();
  for (const file of files)
    for (const one of JSON.parse(await readFile(path.join(folder, file), 'utf8'))) seen.add(one);
  const { paths } = JSON.parse(await readFile(description, 'utf8')) as {
    paths: Record<string, Record<string, { responses: object }>>;
  };
  const described = Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      // Errors before routing are covered by tests of the server.
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
      .map((one) => `${one}: described, but not received by any test`),
    ...[...excused]
      .filter((one) => seen.has(one))
      .map((one) => `${one}: was received; remove it from tests/contract/unseen-responses.ts`),
    ...[...excused]
      .filter((one) => !all.has(one))
      .map((one) => `${one}: is no longer described; remove it from tests/contract/unseen-responses.ts`),
  ];
}
