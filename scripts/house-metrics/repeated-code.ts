import { areaOf, type CodeFile } from './code-files.ts';
import { withoutComments } from './sql-text.ts';

const lines = (files: readonly CodeFile[], find: (text: string) => number) =>
  files.flatMap((file) => Array.from({ length: find(withoutComments(file.text)) }, () => file.path));

const laneCall = /(?<![\w.])lane(?:<[^>()]*>)?\(\{/g;
const organizationPayload = /z\.object\(\{\s*org_id: [^,{}]*,?\s*\}\)/;

/**
 * Files of lanes per organization that do not use `organizationLane`: a file for each call of `lane`, if the file declares
 * a payload that has only `org_id`.
 */
export const lanesByHand = (files: readonly CodeFile[]): string[] =>
  lines(files, (text) => (organizationPayload.test(text) ? [...text.matchAll(laneCall)].length : 0));

/** Files of functions that throw both `notFound`, for invisible records, and `forbidden`, for read-only ones. */
export const accessChecksByHand = (files: readonly CodeFile[]): string[] =>
  lines(
    files,
    (text) =>
      text
        .split(/\n(?=export |async function |function |const )/)
        .filter((part) => /\bnotFound\(/.test(part) && /\b(?:forbidden|missingPermission)\(/.test(part))
        .length,
  );

const minTables = 3;

/** Files of array literals that name at least three tables of other areas or of the kernel. */
export function tableListsByHand(files: readonly CodeFile[], owners: ReadonlyMap<string, string>): string[] {
  return files.flatMap((file) => {
    const area = areaOf(file);
    const isForeign = (name: string) => owners.has(name) && owners.get(name) !== area;
    return lines(
      [file],
      (text) =>
        [...text.matchAll(/\[([^[\]]*)\]/g)].filter(([, content = '']) => {
          const named = [...content.matchAll(/'(\w+)'/g)].flatMap(([, name]) => name ?? []);
          return new Set(named.filter(isForeign)).size >= minTables;
        }).length,
    );
  });
}
