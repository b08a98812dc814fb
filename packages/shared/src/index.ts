export * from './access/access-model.ts';
export * from './access/require-row.ts';
export * from './access/require-session.ts';
export * from './access/rights.ts';
export * from './access/row-scope.ts';
export * from './access/visible-rows.store.ts';
export * from './cache/organization-cache.ts';
export * from './caller.ts';
export * from './clock.ts';
export type {
  Condition,
  ConditionContext,
  ConditionField,
  ConditionFields,
  ConditionLeaf,
} from './condition/condition.ts';
export * from './condition/condition-schema.ts';
export * from './condition/evaluate-condition.ts';
export { rejectUnknownConditionCodes } from './condition/unknown-condition-codes.ts';
export * from './consequences/announcement.ts';
export { possibleEvents, resolveEmits } from './consequences/compile-consequences.ts';
export * from './consequences/consequence.ts';
export { type Deletion, rejectDependents } from './consequences/deletion.ts';
export * from './db/writes/audit-note.ts';
export * from './endpoint/areas-of.ts';
export { endpoint } from './endpoint/declare-endpoint.ts';
export * from './endpoint/denial.ts';
export * from './endpoint/endpoint.ts';
export * from './endpoint/events/event-catalogue.ts';
export * from './endpoint/events/event-type.ts';
export * from './endpoint/input-limits.ts';
export * from './endpoint/menu.ts';
export * from './endpoint/propose.ts';
export type { PermittedStates, RecordState } from './endpoint/record-state.ts';
export * from './endpoint/request-review.ts';
export * from './endpoint/review.ts';
export { rejectUnknownCodes } from './endpoint/unknown-codes.ts';
export type { EnumValueLookup, NamedValueLookup } from './endpoint/value-lookups.ts';
export { ErrorList, type InvalidDetails, maxListedErrors } from './error-list.ts';
export * from './errors.ts';
export * from './events/event-log.ts';
export { findEventTraces } from './events/event-traces.ts';
export * from './events/relay/relay.ts';
export * from './events/relay/relay-lag.ts';
export * from './events/streamed-event.ts';
export * from './http/ambiguous-requests.ts';
export * from './http/cookie-endpoint.ts';
export * from './http/server-limits.ts';
export * from './http/small-chunks.ts';
export * from './limits/memory-counter.ts';
export * from './limits/organization-turns.ts';
export * from './log/logger.ts';
export * from './mail/mail-queue.store.ts';
export { hasConfirmedAddress, mayBeMailed } from './mail/mail-recipients.store.ts';
export { cached } from './metrics/cached.ts';
export type {
  CounterFamily,
  CounterSeries,
  HistogramFamily,
  HistogramSeries,
} from './metrics/metric-families.ts';
export { Metrics, type ScrapedMetric } from './metrics/metrics.ts';
export * from './openapi/document.ts';
export * from './operators/operator-actions.store.ts';
export * from './ops/dependency-health.ts';
export * from './ops/ops-port.ts';
export * from './ops/probes.ts';
export { findUnverified, isNotSuspended, isSettingEqual } from './organization-state.store.ts';
export * from './platform.ts';
export {
  type Backlog,
  type LeasedBacklog,
  leasedBacklog,
  type Retry,
} from './queue/backlog.store.ts';
export * from './queue/job.ts';
export { maxJobLogLines } from './queue/job-notes.ts';
export type { LeasedRow } from './queue/lease/lease.store.ts';
export * from './queue/lease/leased-lane.ts';
export * from './queue/organization-lane.ts';
export * from './redis/connection.ts';
export type { ListQuery } from './resource/contract/contract.ts';
export { type Field, field } from './resource/contract/field.ts';
export * from './resource/define-resource.ts';
export { type Definition, definitionOf } from './resource/definitions.ts';
export type { TransitionStep } from './resource/lifecycle/transitions.ts';
export { proposeUpdate } from './resource/reviews.ts';
export type { ParentKey, ParentResource } from './resource/routes/parent-resource.ts';
export type { Hooks, WriteStep } from './resource/rows/hooks/hooks.ts';
export { requireReference, requireVisible } from './resource/rows/references.ts';
export type { RowOf } from './resource/rows/row.ts';
export { lockLiveRow } from './resource/rows/rows.store.ts';
export { standardOperations } from './resource/rows/rows.ts';
export type { RowFrom, ValuesFrom } from './resource/traits.ts';
export { type RowRights, rightsOnRows } from './row-rights/row-rights.store.ts';
export * from './security/encryption.ts';
export * from './security/encryption-keys.ts';
export * from './start-platform.ts';
export * from './trace/start-tracing.ts';
export {
  type Attributes,
  activeSpan,
  failSpan,
  inContinuedSpan,
  inSpan,
  isTracing,
  parentFrom,
  type Span,
  startSpan,
  traceIds,
  withSpan,
} from './trace/tracing.ts';
export * from './transfer/exportable.ts';
export * from './transfer/import-format.ts';
export * from './transfer/importable.ts';
