import { readFile } from 'node:fs/promises';
import { configGroups } from '@wfp/shared/config';
import { expect, it } from 'vitest';
import { configurationGuide } from '../../scripts/event-docs/configuration-docs.ts';
import { variablesOf } from './blocks/variables.ts';

/** The rows of the page's tables: variable, default, meaning. */
async function documentedRows(): Promise<string[][]> {
  const lines = (await readFile(configurationGuide, 'utf8')).split('\n');
  return lines
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ').map((cell) => cell.trim()));
}

it('documents every variable once, and only variables that are read', async () => {
  const names = (await documentedRows()).map(([cell]) => cell?.match(/^\| `([A-Z0-9_]+)`$/)?.[1]);
  expect(names.toSorted()).toEqual(variablesOf().sort());
});

it('describes every variable in sentences', async () => {
  const rows = await documentedRows();
  expect(rows.length).toBeGreaterThan(50);
  for (const [name, value, meaning] of rows) {
    expect(value, name).toMatch(/^(none|required|`.+`(, in production none)?)$/);
    expect(meaning, name).toMatch(/^\S.+\. *\|$/);
  }
});

it('has no group without variables', () => {
  for (const { title, keys } of configGroups) expect(Object.keys(keys), title).not.toEqual([]);
});
