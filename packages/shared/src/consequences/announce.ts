import type { Caller } from '../caller.ts';
import type { Transaction } from '../db/transactions/transaction.ts';
import type { Platform } from '../platform.ts';
import { type AnyAnnouncement, announcementPermit } from './announcement.ts';
import type { AnyConsequence } from './consequence.ts';

/** The consequences of one announcement. */
export interface CompiledConsequences {
  /** In execution order. */
  consequences: readonly AnyConsequence[];
  /** Every event type that may follow, including those of further announcements. */
  events: ReadonlySet<string>;
}

export type ConsequencesByAnnouncement = ReadonlyMap<AnyAnnouncement, CompiledConsequences>;

const none: ReadonlySet<string> = new Set();

/** Keyed by the database, which copies of a platform share. */
const declared = new WeakMap<Platform['database'], ConsequencesByAnnouncement>();

/** Registers the consequences of all announcements; called once at the start of a process. */
export function declareConsequences(platform: Platform, consequences: ConsequencesByAnnouncement): void {
  declared.set(platform.database, consequences);
}

/**
 * Runs the consequences of an announcement, one after the other.
 *
 * @param by the consequence that makes the announcement; undefined for an endpoint or job
 * @param transactionOf returns the open transaction with the permissions of a consequence: only events that it declares
 * @returns the remarks of the consequences
 * @throws Error on an announcement that no area declares, or that the endpoint, job or consequence does not declare
 */
export async function runConsequences<Payload>(
  caller: Caller,
  by: AnyConsequence | undefined,
  { announcement, payload }: { announcement: AnyAnnouncement; payload: Payload },
  transactionOf: (caller: Caller, by: AnyConsequence) => Transaction,
): Promise<string[]> {
  const { name } = announcement;
  const compiled = declared.get(caller.platform.database)?.get(announcement);
  if (!compiled) throw new Error(`No area declares the announcement ${name}`);
  const isDeclared = by
    ? by.announces?.includes(announcement)
    : caller.emits.has(announcementPermit(announcement));
  if (!isDeclared) {
    const announcer = by ? `The consequence ${by.name}` : 'The endpoint or job';
    throw new Error(`${announcer} does not declare the announcement ${name}`);
  }
  const remarks: string[] = [];
  for (const one of compiled.consequences) {
    const tx = transactionOf({ ...caller, emits: new Set(one.writes) }, one);
    // The caller has no permitted events, so that a consequence cannot write outside the transaction by accident.
    const remark = await one.run({ tx, caller: { ...caller, emits: none }, payload: payload as never });
    if (remark) remarks.push(remark);
  }
  return remarks;
}
