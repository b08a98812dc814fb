import { AppError, bodyLimitOf, type Caller, type Endpoint } from '@wfp/shared';
import type { Request, Response } from 'express';
import { ByteShares } from './shares/byte-shares.ts';
import { ConnectionLimits } from './shares/connection-limits.ts';

/** Uploads in progress. Each occupies two sockets, one of them to the storage, for up to five minutes. */
const maxUploads = { perProcess: 400, perOrganization: 40, perHolder: 10 };
/** Bytes of JSON bodies that are arriving. */
const maxBodyBytesArriving = 64 * 1024 * 1024;
/** Bodies up to this size are not counted: a thousand connections occupy little with them. */
const smallBytes = 16 * 1024;
const retryAfterSeconds = 5;

/** Bounds what clients send to this process at the same time, as a part of it for each of them. */
export class Intake {
  readonly #uploads = new ConnectionLimits(maxUploads);
  readonly #bodies = new ByteShares(maxBodyBytesArriving);

  /**
   * Counts the body of a request until it has arrived, and an upload until its end. Call it before the body is read.
   *
   * @throws AppError `rate_limited` if the user or the organization sends too much at the same time
   */
  start(endpoint: Endpoint, caller: Caller, req: Request, res: Response): void {
    const end = () => req.socket.destroy();
    if (endpoint.kind === 'upload') {
      const release = this.#uploads.acquire(caller, String(caller.user_id), end);
      if (!release) throw tooMany('uploads');
      res.once('close', release);
      return;
    }
    const bytes = endpoint.body ? Math.min(announcedBytes(req), bodyLimitOf(endpoint)) : 0;
    if (bytes <= smallBytes) return;
    if (this.#bodies.isUserFull(caller)) throw tooMany('large bodies');
    const release = this.#bodies.add(caller, bytes, end);
    req.once('end', release);
    res.once('close', release);
  }
}

/** The length of a body before it has arrived, at its most: infinite if it is not announced. */
function announcedBytes({ headers }: Request): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

const tooMany = (things: string): AppError =>
  new AppError('rate_limited', `Too many ${things} are being sent; try again in ${retryAfterSeconds} s`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
