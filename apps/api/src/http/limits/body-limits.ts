import { finished } from 'node:stream';
import { AppError, bodyLimitOf, type Caller, type Endpoint } from '@wfp/shared';
import type { Request, Response } from 'express';
import { ByteShares } from './shares/byte-shares.ts';
import { ConnectionLimits } from './shares/connection-limits.ts';

/** Uploads in progress. Each occupies two sockets, one of them to the storage, for up to five minutes. */
const maxUploads = { perProcess: 400, perOrganization: 80, perHolder: 20 };
/** Bytes of JSON bodies that are arriving. */
const maxBodyBytesArriving = 64 * 1024 * 1024;
/** Bodies up to this size are not counted: a thousand connections occupy little with them. */
const smallBytes = 16 * 1024;
/** Downloads in progress. Each holds about 180 KB of a file for a client that reads slowly. */
const maxDownloads = { perProcess: 400, perOrganization: 100, perHolder: 20 };
const retryAfterSeconds = 5;

/** Bounds the bodies that this process receives and sends at the same time, with a part of it for each client. */
export class BodyLimits {
  readonly #uploads = new ConnectionLimits(maxUploads);
  readonly #downloads = new ConnectionLimits(maxDownloads);
  readonly #bodies = new ByteShares(maxBodyBytesArriving);

  /**
   * Counts the body of a request until it has arrived, and an upload until its end. Call it before the body is read.
   *
   * @throws AppError `rate_limited` if the user or the organization sends too much at the same time
   */
  startRequest(endpoint: Endpoint, caller: Caller, req: Request, res: Response): void {
    if (endpoint.kind === 'upload') hold(this.#uploads, 'uploads', caller, res);
    else this.#holdBody(endpoint, caller, req, res);
  }

  /**
   * Counts a download until its end.
   *
   * @throws AppError `rate_limited` if the user or the organization downloads too much at the same time
   */
  startDownload(caller: Caller, res: Response): void {
    hold(this.#downloads, 'downloads', caller, res);
  }

  #holdBody(endpoint: Endpoint, caller: Caller, req: Request, res: Response): void {
    const bytes = endpoint.body ? Math.min(announcedBytes(req), bodyLimitOf(endpoint)) : 0;
    if (bytes <= smallBytes) return;
    if (this.#bodies.isUserFull(caller)) throw tooMany('large bodies are being sent');
    const release = this.#bodies.add(caller, bytes, () => req.socket.destroy());
    req.once('end', release);
    finished(res, release);
  }
}

function hold(limits: ConnectionLimits, things: string, caller: Caller, res: Response): void {
  const release = limits.acquire(caller, String(caller.user_id), () => res.destroy());
  if (!release) throw tooMany(`${things} are in progress`);
  // Also calls it if the client has already disconnected.
  finished(res, release);
}

/** The length of a body before it has arrived, at its most: infinite if it is not announced. */
function announcedBytes({ headers }: Request): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

const tooMany = (things: string): AppError =>
  new AppError('rate_limited', `Too many ${things}; try again in ${retryAfterSeconds} s`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
