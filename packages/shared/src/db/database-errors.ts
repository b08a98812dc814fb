import pg from 'pg';
import { AppError, invalidField } from '../errors.ts';

interface AdapterCause {
  kind?: string;
  originalCode?: string;
  originalMessage?: string;
  constraint?: { index?: string };
}

/** What PostgreSQL said: straight from node-postgres, or behind an error of Prisma's typed client. */
function adapterCause(error: unknown): AdapterCause | undefined {
  if (error instanceof pg.DatabaseError) {
    const { code = '', message, constraint } = error;
    return {
      originalCode: code,
      originalMessage: message,
      ...(constraint ? { constraint: { index: constraint } } : {}),
    };
  }
  const meta = (error as { meta?: { driverAdapterError?: { cause?: AdapterCause } } }).meta;
  return meta?.driverAdapterError?.cause ?? (error as { cause?: AdapterCause }).cause;
}

/** The SQLSTATE behind an error, if it came from PostgreSQL. */
export function sqlStateOf(error: unknown): string | undefined {
  const source = error instanceof AppError ? error.cause : error;
  return source ? adapterCause(source)?.originalCode : undefined;
}

/** Prisma's own codes for a database that cannot be reached or a pool that is exhausted. */
const unreachableCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028']);
const unreachableKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);
/** Shutdown, restart, too many connections, and statements cut off by a timeout. */
const unreachableStates = /^(08|57P0|53300|57014|55P03|25P03|25P04)/;

/** What a socket says of a server that is gone, or of a way to it that is. */
const socketCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** The pool of node-postgres gives no code to a wait that took too long, or to a connection that broke. */
const poolMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered|was closed))/;

/**
 * The field behind a constraint, from its name: `<table>_org_id_<field>_fkey`, `…_key`, `…_live_key` or `…_check`.
 * Every constraint on tenant tables is named so.
 */
function fieldOf(constraint: string | undefined): string | undefined {
  const named =
    constraint?.match(/_org_id_(\w+?)_(?:live_key|key|fkey|check|excl)$/) ??
    constraint?.match(/^organizations_(\w+)_key$/);
  return named?.[1];
}

/** Raised by `require_version`. */
const staleRow = 'WF412';

/** Raised by `refuse_faults`, with what is wrong by field. */
const faultyFields = 'WF422';

function translate(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const cause = adapterCause(error);
  const state = cause?.originalCode ?? '';
  const field = fieldOf(cause?.constraint?.index ?? cause?.originalMessage?.match(/constraint "(\w+)"/)?.[1]);
  if (state === '23503' && field)
    return withCause(invalidField(field, 'Refers to nothing that exists'), error);
  if (state === '23505' && field) return withCause(invalidField(field, 'Is already taken'), error);
  if (state === '23514' && field)
    return withCause(invalidField(field, 'Does not fit the other fields'), error);
  if (state === '23P01' && field) return withCause(invalidField(field, 'Overlaps another period'), error);
  if (state === staleRow) {
    return new AppError('stale', 'The record has changed since; fetch it again and repeat the change', {
      cause: error,
    });
  }
  if (state === faultyFields && error instanceof pg.DatabaseError) return invalidFields(error);
  if (isUnreachable(error, cause)) {
    return new AppError('unavailable', 'The service cannot reach its database; try again shortly', {
      cause: error,
      headers: { 'Retry-After': '2' },
    });
  }
  return error;
}

function invalidFields(error: pg.DatabaseError): AppError {
  const faults = Object.entries(JSON.parse(error.detail ?? '{}') as Record<string, string>);
  return new AppError('invalid', 'Validation failed', {
    details: {
      fieldErrors: Object.fromEntries(faults.map(([field, message]) => [field, [message]])),
      formErrors: [],
    },
    cause: error,
  });
}

function isUnreachable(error: unknown, cause: AdapterCause | undefined): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    unreachableCodes.has(code) ||
    socketCodes.test(code) ||
    unreachableKinds.has(cause?.kind ?? '') ||
    unreachableStates.test(cause?.originalCode ?? '') ||
    poolMessages.test(message)
  );
}

function withCause(error: AppError, cause: unknown): AppError {
  error.cause = cause;
  return error;
}

/**
 * Passes a statement's result on and turns what the database refuses into what a client can read:
 * a broken reference or a taken name into 422 with the field, a database that is away into 503.
 */
export async function translated<Result>(running: PromiseLike<Result>): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    throw translate(error);
  }
}
