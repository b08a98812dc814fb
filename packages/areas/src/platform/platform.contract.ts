import { ListOf, named } from '@wfp/shared/contract';
import { z } from 'zod';
import { fieldTypes } from './fields/json-schema.ts';

export const Field = z.object({
  name: z.string(),
  type: z.enum(fieldTypes),
  nullable: z.boolean(),
  required: z.boolean().meta({ description: 'True if it is required on create' }),
  readable: z
    .boolean()
    .meta({ description: 'True if responses contain it; some fields occur only in requests' }),
  writable: z.boolean(),
  filterable: z.boolean().meta({ description: 'True if the list can be filtered by this field' }),
  sensitive: z.boolean(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional().meta({ description: 'The allowed values' }),
  vocabulary: z
    .string()
    .optional()
    .meta({ description: 'The enum of the organization that contains its values' }),
  ref: z.string().optional().meta({ description: 'The resource that the field refers to' }),
  items: z.enum(['weekdays']).optional().meta({ description: '`weekdays`: seven items, Monday first' }),
});
named('FieldMetadata', Field);
export type Field = z.output<typeof Field>;

const SecretFields = z.array(z.string());

const PermittedStates = z.array(z.record(z.string(), z.array(z.unknown()))).meta({
  description:
    'States of a record, as values of its fields. The operation can succeed in these; if omitted, in all',
});
named('PermittedStates', PermittedStates);

const ActionMetadata = z.object({
  name: z.string().meta({ description: 'The last segment of the path' }),
  summary: z.string(),
  method: z.enum(['post', 'put']),
  path: z.string().meta({ description: 'Relative to /api, with parameters such as :id' }),
  applies_to: z.enum(['record', 'list']),
  has_body: z.boolean().meta({ description: 'True if there is a schema for `for=action`' }),
  secret_fields: SecretFields.meta({
    description: 'Fields of the response that are secrets, which no later response contains',
  }),
  when: PermittedStates.optional(),
});
named('ActionMetadata', ActionMetadata);

const Actions = z.array(ActionMetadata).meta({
  description: 'Operations that you may call, in addition to the standard ones',
});
named('ActionList', Actions);

const StandardStates = z
  .record(z.string(), PermittedStates)
  .meta({ description: 'The states that the standard operations `update` and `archive` require' });
named('StandardStates', StandardStates);

const Fields = z.array(Field);
named('FieldList', Fields);

const CreationSecrets = SecretFields.meta({
  description: 'Secrets that only the response to the creation of a record contains',
});
named('CreationSecrets', CreationSecrets);

const Tree = z.object({
  max_depth: z.int(),
  within: z.array(z.string()).meta({ description: 'Fields that separate trees' }),
});
export interface TreeMetadata {
  max_depth: number;
  within: readonly string[];
}

const collection = {
  key: z.string().nullable().meta({
    description: 'The parameter that identifies a record in paths, such as `id`; null if no path has one',
  }),
  singleton: z.boolean().meta({ description: 'True if the path is that of a single record, not of a list' }),
  fields: Fields,
  secret_fields: CreationSecrets,
  actions: Actions,
  when: StandardStates,
};

const PartMetadata = z.object({
  name: z.string().meta({ description: 'The last segment of the path' }),
  path: z.string().meta({ description: 'Relative to /api, with the parameter of the record' }),
  ...collection,
});
named('PartMetadata', PartMetadata);

export const ResourceMetadata = z.object({
  code: z.string(),
  label: z.string(),
  path: z.string().nullable().meta({ description: 'Relative to /api' }),
  ...collection,
  tree: Tree.nullable().meta({ description: 'Null unless records are below each other' }),
  ordered: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Fields that separate orders; null: there is no `POST …/reorder`' }),
  has_names: z.boolean().meta({ description: 'True if `GET /names` returns the names of its records' }),
  parts: z.array(PartMetadata).meta({
    description: 'The lists and single records below each record that you may read, such as comments',
  }),
  rights: z.array(z.string()).meta({ description: 'Your rights on the resource' }),
  scopes: z.array(z.string()).meta({ description: 'The scopes that grants on the resource can have' }),
  events: z.array(z.string()),
  hooks: z.array(z.string()).meta({
    description: 'Hooks that run before a write or an export, such as task.pre_create, and can reject it',
  }),
});
named('ResourceMetadata', ResourceMetadata);

export const EventType = z.object({
  type: z.string(),
  resource: z.string().nullable(),
});
named('EventTypeName', EventType);

export const AnySchema = z.record(z.string(), z.unknown());

export const EventTypeMetadata = z.object({
  event_type: z.string(),
  aggregate_type: z.string(),
  description: z.string().meta({ description: 'The change that emits this event' }),
  emitted_by: z
    .array(z.string())
    .meta({ description: 'Operations, such as POST /tasks/:id/move, and names of background lanes' }),
  visible_to: z.string().meta({ description: 'The callers who see such events in lists and on the stream' }),
  schema: AnySchema.meta({ description: 'The JSON Schema of events of this type' }),
});
named('EventTypeMetadata', EventTypeMetadata);
export type EventTypeMetadata = z.output<typeof EventTypeMetadata>;

export const PermissionMetadata = z.object({
  permission: z.string(),
  resource: z.string(),
  right: z.string(),
  scopes: z.array(z.string()),
});
named('PermissionMetadata', PermissionMetadata);

export const SettingMetadata = z.object({
  section: z.string(),
  key: z.string(),
  description: z.string(),
  schema: AnySchema,
  default: z.unknown(),
});
named('SettingMetadata', SettingMetadata);

export const Operator = z.object({
  code: z.string(),
  label: z.string(),
  value: z
    .enum(['none', 'one', 'two', 'list'])
    .meta({ description: 'The number of values that the operator compares with' }),
  types: z.array(z.enum(fieldTypes)).meta({ description: 'The field types that the operator applies to' }),
});
named('ConditionOperator', Operator);

export const Limits = z.object({
  page_size: z.int(),
  page_size_default: z.int(),
  body_bytes: z.int(),
  public_body_bytes: z.int().meta({ description: 'For endpoints without authentication' }),
  body_values: z.int().meta({ description: 'Maximum number of keys and list items of a body' }),
  body_keys: z.int().meta({ description: 'Maximum number of keys of a body, nested ones included' }),
  file_bytes: z.int(),
  idempotency_hours: z.int(),
  requests_per_minute: z.int().meta({ description: '0 for no limit' }),
  webhook_attempts: z.int(),
  webhook_timeout_ms: z.int(),
});
named('ServiceLimits', Limits);

export const Version = z.object({ version: z.string() });
named('ServiceVersion', Version);

export const Named = z.object({ code: z.string(), name: z.string() });
named('NamedCode', Named);
export const NamedList = ListOf(Named);
export const Codes = ListOf(z.string());
named('CodeList', Codes);

export const Metadata = z.object({
  version: z.string(),
  resources: z.array(ResourceMetadata),
  events: z.array(EventType),
  permissions: z.array(PermissionMetadata),
  operators: z.array(Operator),
  settings: z.array(SettingMetadata),
  limits: Limits,
});

const Word = z.string().regex(/^[a-z][a-z0-9_]*$/, 'Must consist of a-z, 0-9 and _, starting with a letter');
export const ResourceParams = z.strictObject({ code: Word });
const Segment = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'Must consist of a-z, 0-9 and -, starting with a letter');
export const SchemaQuery = z
  .strictObject({
    for: z.enum(['create', 'update', 'filter', 'action']),
    part: Segment.optional().meta({ description: 'The name of a part' }),
    action: Segment.optional().meta({ description: 'The name of an action; required for `for=action`' }),
  })
  .refine((query) => (query.for === 'action') === (query.action !== undefined), {
    path: ['action'],
    error: 'Is required for `for=action`, and is not allowed otherwise',
  });
export const EventTypesQuery = z.strictObject({ aggregate_type: Word.optional() });
export type EventTypesQuery = z.output<typeof EventTypesQuery>;
export type SchemaQuery = z.output<typeof SchemaQuery>;
