import pg from 'pg';
import { AppError, invalidField, missingReference } from '../errors.ts';

/** The SQLSTATE behind an error, if it came from PostgreSQL. */
export function sqlStateOf(error: unknown): string | undefined {
  const source = error instanceof AppError ? error.cause : error;
  return source instanceof pg.DatabaseError ? source.code : undefined;
}

/** Failed connections, shutdown, restart, too many connections, and a prepared statement that the connection lost. */
const unreachableStates = /^(08|57P0|53300|25P03|26000)/;

/** A statement or transaction exceeded its time limit. */
const timeoutStates = /^(57014|25P04)$/;

/** `lock_not_available`: a lock was not granted within the time limit. */
export const lockTimeoutState = '55P03';

/** Socket errors of an unreachable server. */
const socketCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Errors of node-postgres that have no code: timeouts and broken connections. */
const poolMessages =
  /^(timeout (exceeded when trying to connect|expired)|Connection terminated|Query read timeout|Client (has encountered|was closed))/;

/**
 * The field of a constraint, from its name: `<table>_org_id_<field>_fkey`, `…_key`, `…_live_key`, `…_check` or
 * `…_excl`. Constraints that input can violate are named like this.
 */
function fieldOfConstraint(constraint: string | undefined): string | undefined {
  const named =
    constraint?.match(/_org_id_(\w+?)_(?:live_key|key|fkey|check|excl)$/) ??
    constraint?.match(/^organizations_(\w+)_key$/);
  return named?.[1];
}

/** Raised by `require_version`. */
const staleRowState = 'WF412';

/** Raised by `refuse_faults`, with errors by field. */
const invalidFieldsState = 'WF422';

function translate(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (!(error instanceof pg.DatabaseError)) return isConnectionLost(error) ? unavailable(error) : error;
  const { code: state = '', constraint, message } = error;
  const field = fieldOfConstraint(constraint ?? message.match(/constraint "(\w+)"/)?.[1]);
  if (state === '23503' && field) return withCause(missingReference(field), error);
  if (state === '23505' && field) return withCause(invalidField(field, 'Is already taken'), error);
  if (state === '23514' && field) return withCause(invalidField(field, 'Conflicts with other fields'), error);
  if (state === '23P01' && field) return withCause(invalidField(field, 'Overlaps another period'), error);
  if (state === staleRowState) {
    return new AppError('stale', 'The record was changed by another request; fetch it again and retry', {
      cause: error,
    });
  }
  if (state === invalidFieldsState) return invalidFields(error);
  if (timeoutStates.test(state)) return unavailable(error, messages.timeout);
  if (state === lockTimeoutState) return unavailable(error, messages.lockTimeout);
  return unreachableStates.test(state) ? unavailable(error) : error;
}

function invalidFields(error: pg.DatabaseError): AppError {
  const errors = Object.entries(JSON.parse(error.detail ?? '{}') as Record<string, string>);
  return new AppError('invalid', 'Validation failed', {
    details: {
      fieldErrors: Object.fromEntries(errors.map(([field, message]) => [field, [message]])),
      formErrors: [],
    },
    cause: error,
  });
}

/** True if the connection failed: node-postgres reports this by the error code of the socket or by a message. */
function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return socketCodes.test(code) || poolMessages.test(message);
}

const messages = {
  unreachable: 'The database is unavailable; retry shortly',
  timeout: 'The request took too long and was cancelled; request less at a time, or retry later',
  lockTimeout: 'Another request is changing the same data; retry shortly',
};

const unavailable = (cause: unknown, message = messages.unreachable): AppError =>
  new AppError('unavailable', message, {
    cause,
    headers: { 'Retry-After': '2' },
  });

function withCause(error: AppError, cause: unknown): AppError {
  error.cause = cause;
  return error;
}

/**
 * Translates errors of the database into those of the API: a violated constraint whose name contains a field into a
 * 422, an outdated version into a 412, an unavailable database into a 503. Other errors are thrown unchanged.
 */
export async function translateErrors<Result>(running: PromiseLike<Result>): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    throw translate(error);
  }
}
