/** Fields whose name does not contain the resource they refer to. */
const specialReferences: Readonly<Record<string, string>> = {
  assigned_to: 'user',
  actor_id: 'user',
  manager_id: 'employee',
};

/** Fields that refer to a row of the same resource: its parent, or the target of a merge or a reassignment. */
const ownReference = /^(?:parent_id|into_id|move_to|reassign_(?:\w+_)?to)$/;

/**
 * Finds the resource that a field refers to by its name: `created_by` is a user, `assigned_employee_id` an employee,
 * `parent_id` a row of the same resource.
 */
export function findReference(
  field: string,
  own: string,
  resources: ReadonlySet<string>,
): string | undefined {
  const target =
    specialReferences[field] ??
    (ownReference.test(field) ? own : undefined) ??
    (field.endsWith('_by') ? 'user' : undefined);
  if (target) return resources.has(target) ? target : undefined;
  const [, words] = field.match(/^(.+)_ids?$/) ?? [];
  if (!words) return undefined;
  // The longest matching code: `task_comment_id` is not a `comment`.
  const parts = words.split('_');
  return parts.map((_, index) => parts.slice(index).join('_')).find((code) => resources.has(code));
}
