import type { Client } from '@wfp/testing';
import type { World } from './world.ts';

/** A request that succeeds. */
export interface PreparedRequest {
  params?: Record<string, number | string>;
  body?: unknown;
  query?: Record<string, number | string>;
  headers?: Record<string, string>;
  /** The caller, if it is not the client that arranged the request: for example, a session that the call may end. */
  by?: Client;
}

/** A successful request to an endpoint, and the records that it writes. */
export interface Scenario {
  /** Creates the records that the request needs. */
  arrange?: (world: World, by: Client) => Promise<PreparedRequest>;
  /** The events that the request writes, in order. */
  events?: readonly string[];
  /** Further events that the request may write. Each may have its own audit entry. */
  optionalEvents?: readonly string[];
  /** The number of audit entries with an event; default one per event. A row with two events has one entry. */
  auditEntries?: number;
  /** The number of audit entries without an event, such as those of sensitive reads; default 0. */
  auditNotes?: number;
  /** A missing record gives an empty list instead of 404. */
  missingIsEmpty?: boolean;
  /** Writes happen after the response, so that its timing reveals nothing. */
  writesAfterResponse?: boolean;
  /** The request ends its own session: a repeated one gets 401. */
  endsCredential?: boolean;
  /** The response does not depend on the organization. */
  sameForAll?: boolean;
}

export type Scenarios = Readonly<Record<string, Scenario>>;

export async function createRecord(by: Client, path: string, body: unknown): Promise<number> {
  const response = await by.call('POST', path, body);
  if (response.status !== 201)
    throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body.id;
}
