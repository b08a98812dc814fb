import {
  AppError,
  asCondition,
  type Call,
  type Caller,
  type Condition,
  type ConditionField,
  type ConditionLeaf,
  findConditionLimitError,
  invalidField,
  missingPermission,
  missingReferenceMessage,
  requirePermission,
} from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { type AudienceField, audienceFields, maxTreeIds, treeFields } from './audience-fields.ts';
import type { Audience, PreviewAudience } from './audiences.contract.ts';
import {
  type AudienceCount,
  countAudience,
  findMissingReferences,
  type Reference,
} from './audiences.store.ts';

const emptyWarning = 'The audience contains no active users at present';

/** Warnings about an audience with this number of users. */
export const audienceWarnings = (isEmpty: boolean): string[] => (isEmpty ? [emptyWarning] : []);

/**
 * Checks an audience that a user sends: they must be permitted to read all employees, because a count or a reader who
 * sees the record would otherwise reveal fields of employees; and the records to which it refers must be readable.
 *
 * @param within the field of the request, for the paths of errors
 * @throws AppError `forbidden`, or `invalid` with errors by path
 */
export async function requireAudience(
  caller: Caller,
  sent: Record<string, unknown> | null,
  within = 'audience',
): Promise<Audience> {
  requirePermission(caller, 'employee:read', 'on all employees to use an audience');
  if (sent === null) return null;
  const audience = asCondition(sent);
  const error = findConditionLimitError(audience);
  if (error) throw invalidField(within, error);
  const used = listReferences(audience, within);
  const excess = used.filter(({ field }) => treeFields.has(field))[maxTreeIds];
  if (excess) throw invalidField(excess.path, tooManyTreeIds);
  await rejectMissingReferences(caller, used);
  return audience;
}

const tooManyTreeIds = `Must have at most ${maxTreeIds} ids of ${[...treeFields].join(', ')} in all comparisons together`;

async function rejectMissingReferences(caller: Caller, used: readonly PlacedReference[]): Promise<void> {
  const valid = used.filter(({ id }) => Id.safeParse(id).success);
  const missing = new Set((await findMissingReferences(caller, valid)).map(keyOf));
  const broken = used.filter((one) => !valid.includes(one) || missing.has(keyOf(one)));
  if (broken.length === 0) return;
  const fieldErrors = Object.fromEntries(broken.map(({ path }) => [path, [missingReferenceMessage]]));
  throw new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors: [] } });
}

const keyOf = ({ resource, id }: Reference) => `${resource} ${id}`;

type PlacedReference = Reference & { field: AudienceField; path: string };

function listReferences(node: Condition, path: string): PlacedReference[] {
  if ('op' in node) return referencesOfLeaf(node, path);
  const { all = [], any = [], not } = node;
  return [
    ...all.flatMap((part, index) => listReferences(part, `${path}.all.${index}`)),
    ...any.flatMap((part, index) => listReferences(part, `${path}.any.${index}`)),
    ...(not ? listReferences(not, `${path}.not`) : []),
  ];
}

function referencesOfLeaf({ field: name, value }: ConditionLeaf, path: string): PlacedReference[] {
  const field = name as AudienceField;
  const { ref: resource }: ConditionField = audienceFields[field];
  if (resource === undefined) return [];
  const isList = Array.isArray(value);
  return [value]
    .flat()
    .flatMap((id, index) =>
      typeof id === 'number'
        ? [{ field, resource, id, path: isList ? `${path}.value.${index}` : `${path}.value` }]
        : [],
    );
}

/** Counts the members of an audience that has not been saved. */
export async function previewAudience({
  caller,
  body,
}: Call<unknown, unknown, PreviewAudience>): Promise<AudienceCount & { warnings?: string[] }> {
  requireAuthor(caller);
  const audience = await requireAudience(caller, body.audience);
  const counted = await countAudience(caller, audience);
  const warnings = audienceWarnings(counted.user_count === 0);
  return { ...counted, ...(warnings.length > 0 && { warnings }) };
}

function requireAuthor(caller: Caller): void {
  const isAuthor = (['announcement:create', 'announcement:update'] as const).some(
    (permission) => caller.rowScopeFor(permission)?.org,
  );
  if (!isAuthor) {
    throw missingPermission(caller, 'announcement:create', 'or announcement:update to preview an audience');
  }
}
