import { AppError, type Caller, type Endpoint, resourceOf, rightOf, writeAuditNote } from '@wfp/shared';
import type { Request } from 'express';

/** Whoever was refused stays on record, whether the permission was missing or a rule of the service said no. */
export async function auditDenied(
  one: Endpoint,
  req: Request,
  caller: Caller | null,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (caller && error instanceof AppError && error.kind === 'forbidden')
      await writeDeniedEntry(one, req, caller);
    throw error;
  }
}

/** Puts a refused call into the audit log. That it could not be noted must not change the answer. */
async function writeDeniedEntry(one: Endpoint, req: Request, caller: Caller): Promise<void> {
  const needed = one.can.includes(':') ? (one.can as `${string}:read`) : null;
  const id = Number(Object.values(req.params).at(-1));
  const note = {
    action: needed ? rightOf(needed) : one.method,
    resource: needed ? resourceOf(needed) : (one.path.split('/')[1] ?? ''),
    record_id: Number.isSafeInteger(id) && id > 0 ? id : null,
    outcome: 'denied' as const,
  };
  await writeAuditNote(caller, note).catch((error: unknown) =>
    caller.platform.log.warn({ err: error }, 'A denied call could not be noted in the audit log'),
  );
}
