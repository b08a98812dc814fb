import { areaOf, type CodeFile, readCode } from './code-files.ts';
import { tablesOfSchema } from './schema-tables.ts';
import { tableReferences } from './sql-text.ts';

/** A place in a store whose SQL names a table that another area owns. */
export interface CrossAreaPlace {
  file: string;
  area: string;
  table: string;
  owner: string;
}

/** The owner of tables that the kernel or a trigger fills: every area may read them. */
const kernel = 'kernel';

/**
 * Returns the places in `*.store.ts` where the SQL of an area names a table of another area. A table belongs to the area
 * that declares it (`recordedTable`, `defineResource`). Of other tables, those that the kernel or a trigger fills belong
 * to no area, the rest to the area whose SQL inserts into them. Views and functions are not tables: reading through one
 * is not counted.
 */
export async function crossAreaSql(root: string): Promise<CrossAreaPlace[]> {
  const [files, owners] = await Promise.all([readCode(root, 'packages/areas/src'), tableOwners(root)]);
  return files.filter((file) => file.path.endsWith('.store.ts')).flatMap((file) => placesIn(file, owners));
}

/** The area that owns each table, or `kernel`. */
export async function tableOwners(root: string): Promise<Map<string, string>> {
  const [files, kernelFiles, tables] = await Promise.all([
    readCode(root, 'packages/areas/src'),
    readCode(root, 'packages/shared/src'),
    tablesOfSchema(root),
  ]);
  const owners = ownersOf(files, kernelFiles);
  for (const table of tables) if (!owners.has(table)) owners.set(table, kernel);
  return owners;
}

const declaration = /\b(?:recordedTable\(\{[\s\S]*?\bname|defineResource\(\{[\s\S]*?\btable): '(\w+)'/g;
const insertion = /\binsert into (\w+)/g;

function ownersOf(areaFiles: readonly CodeFile[], kernelFiles: readonly CodeFile[]): Map<string, string> {
  const owners = new Map<string, string>();
  const claim = (files: readonly CodeFile[], pattern: RegExp) => {
    for (const file of files)
      for (const [, table] of file.text.matchAll(pattern))
        if (table && !owners.has(table)) owners.set(table, areaOf(file) ?? kernel);
  };
  claim(areaFiles, declaration);
  claim(kernelFiles, insertion);
  claim(areaFiles, insertion);
  return owners;
}

function placesIn(file: CodeFile, owners: ReadonlyMap<string, string>): CrossAreaPlace[] {
  const area = areaOf(file);
  if (!area) return [];
  return tableReferences(file.text).flatMap((table) => {
    const owner = owners.get(table);
    const isForeign = owner !== undefined && owner !== kernel && owner !== area;
    return isForeign ? [{ file: file.path, area, table, owner }] : [];
  });
}
