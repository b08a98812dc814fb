import { type Area, type Call, defineArea, endpoint, type Resource } from '@wfp/shared';
import { Names, NamesQuery, type RecordLabel } from './names.contract.ts';
import { findNames, type NamedResource } from './names.store.ts';

const isNamed = (one: Resource): one is NamedResource => one.naming !== undefined && one.rows !== undefined;

/** The names of records of all resources that have names. */
export function createNamesArea(areas: readonly Area[]): Area {
  const resources = areas
    .flatMap((area) => area.resources ?? [])
    .filter(isNamed)
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const codes = resources.map(({ code }) => code);

  /** One resource after the other, so that a request occupies one connection. */
  async function listNames({ caller, query }: Pick<Call<unknown, NamesQuery, unknown>, 'caller' | 'query'>) {
    const names: Record<string, RecordLabel[]> = {};
    for (const one of resources) {
      const ids = query[one.code];
      if (ids)
        names[one.code] = caller.rowScopeFor(`${one.code}:read`) ? await findNames(caller, one, ids) : [];
    }
    return names;
  }

  return defineArea({
    name: 'names',
    about: 'Names of records, by id.',
    endpoints: [
      endpoint({
        method: 'get',
        path: '/names',
        summary: 'List the names of records by id',
        details:
          'At most 200 ids in all. Records that do not exist, are deleted or that you may not read are omitted alike.',
        operationId: 'listNames',
        can: 'signed-in',
        query: NamesQuery(codes),
        returns: { 200: Names(codes) },
        handler: listNames,
      }),
    ],
  });
}
