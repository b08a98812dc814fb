import { areaOf, type CodeFile } from './code-files.ts';
import { withoutComments } from './sql-text.ts';

const lines = (files: readonly CodeFile[], find: (text: string) => number) =>
  files.flatMap((file) => Array.from({ length: find(withoutComments(file.text)) }, () => file.path));

const laneCall = /(?<![\w.])lane(?:<[^>()]*>)?\(\{/g;
const organizationPayload = /z\.object\(\{\s*org_id: [^,{}]*,?\s*\}\)/;

/** Lanes of an organization that state payload, key and backlog themselves: `lane` with a payload of `org_id` alone. */
export const lanesByHand = (files: readonly CodeFile[]): string[] =>
  lines(files, (text) => (organizationPayload.test(text) ? [...text.matchAll(laneCall)].length : 0));

/** Top-level functions in which a record that is not found and one that may only be read are both rejected. */
export const accessChecksByHand = (files: readonly CodeFile[]): string[] =>
  lines(
    files,
    (text) =>
      text
        .split(/\n(?=export |async function |function |const )/)
        .filter((part) => /\bnotFound\(/.test(part) && /AppError\(\s*'forbidden'/.test(part)).length,
  );

const minTables = 3;

/** Literal lists (`[…]`) that name at least three tables, without those of the area that the file belongs to. */
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
