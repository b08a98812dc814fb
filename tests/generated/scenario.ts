import type { Client } from '@wfp/api/testing';
import type { World } from './world.ts';

/** A call that succeeds. */
export interface Prepared {
  params?: Record<string, number | string>;
  body?: unknown;
}

/** One way in which an endpoint succeeds, and what that leaves in the books. */
export interface Scenario {
  /** Makes, as somebody of an organization, what the call is about. */
  arrange?: (world: World, by: Client) => Promise<Prepared>;
  /** The events that success writes, in their order. */
  events?: readonly string[];
  /** How many audit entries success writes: one for each row, which may have two events. */
  entries?: number;
  /** How many audit entries without an event success writes: of a sensitive read, for example. */
  notes?: number;
  /** Another organization's record reads as an empty list, as one that never was does. */
  missingIsEmpty?: boolean;
}

export type Scenarios = Readonly<Record<string, Scenario>>;

/** Makes a record and answers with its id. */
export async function made(by: Client, path: string, body: unknown): Promise<number> {
  const answer = await by.call('POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}
