export * from './access/access-model.ts';
export * from './access/require-row.ts';
export * from './access/require-session.ts';
export * from './access/rights.ts';
export * from './access/row-scope.ts';
export * from './caller.ts';
export * from './clock.ts';
export type { Condition, ConditionFacts, ConditionFields } from './condition/condition.ts';
export * from './condition/condition-over.ts';
export * from './condition/holds.ts';
export * from './consequences/announcement.ts';
export * from './consequences/consequence.ts';
export { permitsOf, possibleEvents } from './consequences/reactions.ts';
export * from './db/writes/audit-note.ts';
export * from './endpoint/areas-of.ts';
export * from './endpoint/ask-before.ts';
export * from './endpoint/endpoint.ts';
export * from './endpoint/event-catalogue.ts';
export * from './endpoint/event-type.ts';
export * from './endpoint/review.ts';
export type { NamedValues, Vocabularies } from './endpoint/vocabularies.ts';
export { refuseUnknownCodes } from './endpoint/vocabulary.ts';
export * from './errors.ts';
export * from './events/event-log.ts';
export { tracesOf } from './events/event-traces.ts';
export * from './events/relay/relay.ts';
export * from './events/relay/relay-lag.ts';
export * from './events/streamed-event.ts';
export * from './log/logger.ts';
export * from './mail/outbox.store.ts';
export type { Count, Counts, Duration, Durations } from './metrics/durations.ts';
export { kept } from './metrics/kept.ts';
export { type Figure, Metrics } from './metrics/metrics.ts';
export * from './openapi/document.ts';
export * from './operators/operator-actions.store.ts';
export * from './ops/ops-port.ts';
export * from './ops/probes.ts';
export * from './ops/vitals.ts';
export * from './platform.ts';
export {
  type Backlog,
  type Leased,
  type LeasedBacklog,
  leasedBacklog,
  type Retry,
} from './queue/backlog.store.ts';
export * from './queue/job.ts';
export * from './queue/leased-lane.ts';
export * from './queue/organization-lane.ts';
export * from './redis/connection.ts';
export type { ListQuery } from './resource/contract/contract.ts';
export { type Field, field } from './resource/contract/field.ts';
export * from './resource/define-resource.ts';
export { type Definition, definitionOf } from './resource/definitions.ts';
export type { TransitionStep } from './resource/lifecycle/transitions.ts';
export type { ParentKey, ParentResource } from './resource/places/parent-resource.ts';
export type { Hooks, Step } from './resource/rows/hooks.ts';
export { requireReference } from './resource/rows/references.ts';
export type { RowOf } from './resource/rows/row.ts';
export { standardOperations } from './resource/rows/rows.ts';
export type { RowFrom, ValuesFrom } from './resource/traits.ts';
export * from './security/keys.ts';
export * from './security/secret-box.ts';
export * from './start-platform.ts';
export * from './trace/start-tracing.ts';
export {
  type Attributes,
  activeSpan,
  fail,
  inSpan,
  inSpanAfter,
  isTracing,
  parentFrom,
  type Span,
  startSpan,
  traceIds,
  within,
} from './trace/tracing.ts';
export * from './transfer/exportable.ts';
export * from './transfer/importable.ts';
