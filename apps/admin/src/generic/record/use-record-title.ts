import type { Row } from '../../api/call-path.ts';
import { useRecordLabels } from '../../api/names.ts';
import type { ListedResource } from '../../api/resources.ts';
import { namedReferences, titleOf } from '../fields.ts';

const none = { code: '', id: 0 };

/** The title of a record. One without a name has the names of the records that it refers to, once they are known. */
export function useRecordTitle(row: Row | undefined, resource: ListedResource): string {
  const references = row ? namedReferences(row, resource) : [];
  const [first = none, second = none] = references;
  const labels = [
    ...useRecordLabels(first.code, first.id ? [first.id] : []),
    ...useRecordLabels(second.code, second.id ? [second.id] : []),
  ];
  if (!row) return resource.label;
  const names = labels.flatMap((label) => label?.name ?? []);
  return names.length > 0 && names.length === references.length
    ? `${resource.label}: ${names.join(', ')}`
    : titleOf(row, resource);
}
