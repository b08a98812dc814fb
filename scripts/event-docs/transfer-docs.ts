import path from 'node:path';
import { areas } from '@wfp/areas';
import type { Importable } from '@wfp/shared';
import type { z } from 'zod';
import { tableOf, withParts } from './generated-part.ts';

export const transferGuide = path.resolve(import.meta.dirname, '../../docs/exports.md');

const labels = new Map(
  areas.flatMap((area) => area.resources ?? []).map(({ code, label }) => [code, label.toLowerCase()]),
);

/** The guide with its tables of exports and imports replaced. */
export function withTransfers(guide: string): string {
  const exports = areas.flatMap((area) => area.exports ?? []);
  const imports = areas.flatMap((area) => area.imports ?? []);
  const callOf = (resource: string, call: string, permission: string) => [
    labels.get(resource) ?? resource,
    `\`POST ${call}\``,
    `\`${resource}:${permission}\``,
  ];
  return withParts(
    guide,
    tableOf([
      ['list', 'request', 'permission'],
      ...exports.map((one) => callOf(one.resource, `${one.path}/export`, 'export')),
    ]),
    tableOf([
      ['file', 'request', 'permission', 'key', 'required', 'optional'],
      ...imports.map((one) => [...callOf(one.resource, `${one.path}/import`, 'manage'), ...columnsOf(one)]),
    ]),
  );
}

/** The key column, the required columns and the optional ones of an import. */
function columnsOf({ key, row }: Importable): string[] {
  const { [key.column]: _, ...others } = (row as z.ZodObject).shape as Record<string, z.ZodType>;
  const columns = Object.entries(others);
  const mayLack = ([, cell]: [string, z.ZodType]) => cell.safeParse(undefined).success;
  return [[[key.column]], columns.filter((one) => !mayLack(one)), columns.filter(mayLack)].map((some) =>
    some.map(([name]) => `\`${name}\``).join(', '),
  );
}
