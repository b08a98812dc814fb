import { AppError, type Caller, type Endpoint, resourceOf, rightOf, writeAuditNote } from '@wfp/shared';
import type { Request } from 'express';

/** Runs a request and records a `denied` audit entry if it ends with 403, whether by permission or by a business rule. */
export async function auditDenied(
  endpoint: Endpoint,
  req: Request,
  caller: Caller | null,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (caller && error instanceof AppError && error.kind === 'forbidden')
      await writeDeniedEntry(endpoint, req, caller);
    throw error;
  }
}

/** Failures are logged only: they must not change the response. */
async function writeDeniedEntry(endpoint: Endpoint, req: Request, caller: Caller): Promise<void> {
  const permission = endpoint.can.includes(':') ? (endpoint.can as `${string}:read`) : null;
  const id = Number(Object.values(req.params).at(-1));
  const note = {
    action: permission ? rightOf(permission) : endpoint.method,
    resource: permission ? resourceOf(permission) : (endpoint.path.split('/')[1] ?? ''),
    record_id: Number.isSafeInteger(id) && id > 0 ? id : null,
    outcome: 'denied' as const,
  };
  await writeAuditNote(caller, note).catch((error: unknown) =>
    caller.platform.log.warn({ err: error }, 'Could not record a denied call in the audit log'),
  );
}
