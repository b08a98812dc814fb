import type { JsonSchema } from '../../api/resources.ts';
import type { ListSearch } from './parse-search.ts';

/** The filter of an export, from the search parameters of its list: a body has typed values. */
export function exportFilterOf(search: ListSearch, { properties = {} }: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, text]) => {
      const schema = properties[name];
      return schema ? [[name, typedValue(text, schema)]] : [];
    }),
  );
}

function typedValue(text: string, { type, anyOf = [] }: JsonSchema): unknown {
  const types = new Set([type, ...anyOf.map((one) => one.type)].flat());
  if (types.has('array') && text.includes(',')) return text.split(',');
  if (types.has('boolean')) return text === 'true';
  return types.has('integer') || types.has('number') ? Number(text) : text;
}
