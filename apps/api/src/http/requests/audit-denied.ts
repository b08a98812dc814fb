import {
  AppError,
  type Area,
  type Caller,
  type Endpoint,
  type Permission,
  resourceOf,
  rightOf,
  writeAuditNote,
} from '@wfp/shared';
import type { Request } from 'express';

type AuditDenied = (req: Request, caller: Caller | null, run: () => Promise<void>) => Promise<void>;

/**
 * Returns a function that runs a request to an endpoint and records a `denied` audit entry if it ends with 403, whether by
 * permission or by a business rule.
 */
export function createDeniedAudit(endpoint: Endpoint, areas: readonly Area[]): AuditDenied {
  const endpoints = areas.flatMap((area) => area.endpoints ?? []);
  const { idParameter, ...target } = findTarget(endpoint, endpoints);
  return async (req, caller, run) => {
    try {
      await run();
    } catch (error) {
      if (caller && error instanceof AppError && error.kind === 'forbidden')
        await writeDeniedEntry(caller, { ...target, record_id: readId(req, idParameter) });
      throw error;
    }
  };
}

interface Target {
  action: string;
  resource: string;
  /** The path parameter with the id of the record; undefined if the path names no record of the resource. */
  idParameter: string | undefined;
}

function findTarget({ can, method, path }: Endpoint, endpoints: readonly Endpoint[]): Target {
  if (!can.includes(':'))
    return { action: method, resource: path.split('/')[1] ?? '', idParameter: path.match(/.*:(\w+)/)?.[1] };
  const resource = resourceOf(can as Permission);
  return {
    action: rightOf(can as Permission),
    resource,
    idParameter: findIdParameter(path, findRecordPath(resource, endpoints)),
  };
}

/** Returns the segments of the path of a resource's records, the shortest one that ends with a parameter: `/teams/:id`. */
function findRecordPath(resource: string, endpoints: readonly Endpoint[]): string[] | undefined {
  return endpoints
    .filter(({ can, path }) => can.startsWith(`${resource}:`) && /^(?:\/[\w-]+\/:\w+)+$/.test(path))
    .map(({ path }) => path.split('/'))
    .sort((one, other) => one.length - other.length)[0];
}

/** The last parameter may be the id of another record: of a member in `/teams/:teamId/members/:id`. */
function findIdParameter(path: string, recordPath: string[] | undefined): string | undefined {
  const segments = path.split('/');
  const matches = (one: string, index: number) =>
    one.startsWith(':') ? segments[index]?.startsWith(':') : segments[index] === one;
  return recordPath?.every(matches) ? segments[recordPath.length - 1]?.slice(1) : undefined;
}

function readId({ params }: Request, name: string | undefined): number | null {
  const id = Number(params[name ?? '']);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Failures are logged only: they must not change the response. */
async function writeDeniedEntry(
  caller: Caller,
  target: { action: string; resource: string; record_id: number | null },
): Promise<void> {
  await writeAuditNote(caller, { ...target, outcome: 'denied' }).catch((error: unknown) =>
    caller.platform.log.warn({ err: error }, 'Could not record a denied call in the audit log'),
  );
}
