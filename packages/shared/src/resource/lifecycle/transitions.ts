import type { z } from 'zod';
import type { Right } from '../../access/rights.ts';
import type { AnyAnnouncement } from '../../consequences/announcement.ts';
import { writeInTransaction } from '../../db/index.ts';
import { endpoint } from '../../endpoint/declare-endpoint.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { invalidField, notFound } from '../../errors.ts';
import type { ComposedResource, Contribution } from '../capability.ts';
import { emitterForPhase, mergeEmitters } from '../emitter.ts';
import { reviewOfChange } from '../reviews.ts';
import { resolveRow, rowParams, rowPath } from '../routes/route.ts';
import type { WriteStep } from '../rows/hooks/hooks.ts';
import type { AnyRow, AnyValues } from '../rows/row.ts';
import { missingRowError, recordingForPhase, runBeforeLockHooks } from '../rows/rows.service.ts';
import { lockRow, updateRow } from '../rows/rows.store.ts';
import type { RowAccess, Rows } from '../rows/rows.ts';

/** The argument of a transition's functions, which annotate the type of `body`. */
export interface TransitionStep<Row, Body = never> extends WriteStep {
  before: Row;
  body: Body;
}

/** A named state transition: `POST /:id/<name>`. */
export interface Transition<Row, Values, Body = never> {
  /** The states that allow it. */
  from: readonly string[];
  to: string;
  /** The column of the state; default `status`. */
  field?: string;
  /** The required right on the row; default `update`. */
  right?: Right;
  /** The event type of the transition, written in addition to that of the update. */
  event: string;
  /** The description of the event, one sentence; omit if the area declares the event. */
  meaning?: string;
  /** The summary of the endpoint, at most 60 characters: "Open a position". */
  summary: string;
  body?: z.ZodType;
  /** Rejects the transition by throwing. */
  guard?(step: TransitionStep<Row, Body>): Promise<void> | void;
  /** Returns values of other fields to set with the state. */
  set?(step: TransitionStep<Row, Body>): Promise<Values> | Values;
  /** Runs in the same transaction; `emits` and `announces` list everything that it writes and announces. */
  after?(step: TransitionStep<Row, Body> & { row: Row }): Promise<void>;
  emits?: readonly string[];
  announces?: readonly AnyAnnouncement[];
}

/** Transitions by the last segment of their path. */
export type Transitions<Row, Values, Body = never> = Readonly<Record<string, Transition<Row, Values, Body>>>;

type AnyTransition = Transition<AnyRow, AnyValues, unknown>;

export function transitionsCapability(options: Transitions<AnyRow, AnyValues, unknown>): Contribution {
  const all = Object.entries(options);
  return {
    writtenPhases: ['update'],
    events: Object.fromEntries(all.flatMap(([, { event, meaning }]) => (meaning ? [[event, meaning]] : []))),
    endpoints: (composed) => all.map(([name, one]) => transitionEndpoint(name, one, composed)),
  };
}

function transitionEndpoint(
  name: string,
  one: AnyTransition,
  { rows, contract }: ComposedResource,
): Endpoint {
  const { right = 'update', body, field = 'status', from, to } = one;
  return endpoint({
    method: 'post',
    path: `${rowPath(rows)}/${name}`,
    summary: one.summary,
    can: rows.route.permission(right),
    params: rowParams(rows),
    ...(body && { body }),
    returns: { 200: contract.row },
    when: [{ [field]: from }],
    ...mergeEmitters(emitterForPhase(rows, 'update', ['beforeLock']), { emits: [one.event] }, one),
    ...reviewOfChange(rows, right, (before, body) =>
      from.includes(String(before[field])) ? { ...(body as AnyValues | undefined), [field]: to } : null,
    ),
    handler: async ({ caller, params, body }) => {
      const { access, id } = await resolveRow(rows, caller, params, right);
      return applyTransition(rows, access, id, one, body);
    },
  });
}

async function applyTransition(
  rows: Rows,
  access: RowAccess,
  id: number,
  one: AnyTransition,
  body: unknown,
): Promise<AnyRow> {
  const { caller } = access;
  const { field = 'status', right = 'update', from, to, event } = one;
  return writeInTransaction(caller, async (tx) => {
    await runBeforeLockHooks(rows, tx, access, { id, values: null, phase: 'update' });
    const before = await lockRow<AnyRow>(rows, tx, access, id, right);
    if (!before) throw await missingRowError(rows, access, id, right);
    const state = String(before[field]);
    if (!from.includes(state)) throw invalidField(field, `Is ${state}; must be ${from.join(' or ')}`);
    await one.guard?.({ tx, caller, before, body });
    const values = { ...(await one.set?.({ tx, caller, before, body })), [field]: to };
    const change = updateRow<AnyRow>(rows, access, id, values, right);
    const [row] = await tx.write(change, recordingForPhase(rows, 'update', [{ type: event }]));
    if (!row) throw notFound(rows.noun);
    await one.after?.({ tx, caller, before, row, body });
    return row;
  });
}
