import type { Client } from '@wfp/testing';
import type { World } from './world.ts';

/** A call that succeeds. */
export interface PreparedRequest {
  params?: Record<string, number | string>;
  body?: unknown;
  query?: Record<string, number | string>;
  /** Who calls, where it must not be the one who arranged it: a sign-in of their own that the call may end. */
  by?: Client;
}

/** One way in which an endpoint succeeds, and what that leaves in the books. */
export interface Scenario {
  /** Makes, as somebody of an organization, what the call is about. */
  arrange?: (world: World, by: Client) => Promise<PreparedRequest>;
  /** The events that success writes, in their order. */
  events?: readonly string[];
  /** Events that success may write besides, each of which may have an audit entry of its own. */
  optionalEvents?: readonly string[];
  /** How many audit entries success writes: one for each row, which may have two events. */
  auditEntries?: number;
  /** How many audit entries without an event success writes: of a sensitive read, for example. */
  auditNotes?: number;
  /** Another organization's record reads as an empty list, as one that never was does. */
  missingIsEmpty?: boolean;
  /** Whatever it writes, it writes after the answer, which must not tell by its time whether there was anything. */
  writesAfterResponse?: boolean;
  /** It ends the credential it was called with: asking again is answered 401. */
  endsCredential?: boolean;
  /** What it answers with belongs to no organization. */
  sameForAll?: boolean;
}

export type Scenarios = Readonly<Record<string, Scenario>>;

/** Makes a record and answers with its id. */
export async function made(by: Client, path: string, body: unknown): Promise<number> {
  const answer = await by.call('POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}
