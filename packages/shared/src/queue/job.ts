import type { z } from 'zod';
import type { Origin } from '../caller.ts';
import type { AnyAnnouncement } from '../consequences/announcement.ts';
import type { RelayTransaction } from '../db/operational.ts';
import type { Logger } from '../log/logger.ts';
import type { Platform } from '../platform.ts';

/** What a lane's run gets. */
export interface LaneRun<Payload> {
  platform: Platform;
  payload: Payload;
  /** Where its writes come from, for the audit log: the lane itself. */
  origin: Origin;
  /** The event types the lane may write, for the callers that it makes. */
  emits: readonly string[];
  log: Logger;
  /** Lines in the job's own log and how far it is, for operators. Never fails or waits for long: they are not worth a run. */
  note(lines: string, progress?: Record<string, number>): Promise<void>;
  /** Aborted when the worker drains: finish what is under way, take nothing new. */
  signal: AbortSignal;
}

/**
 * A lane is the bell of a backlog that lives in PostgreSQL: "do what is due at this key". At most one
 * run of a key is active in the whole installation and at most one waits, however often it is rung.
 * A run must bear to be started twice and to find nothing.
 */
export interface Lane<Payload = unknown> {
  queue: string;
  /** The role of a worker that runs it: its queue, unless it is work that only the clock makes due. */
  role?: 'schedules';
  payload: z.ZodType<Payload>;
  /** Which lane a payload belongs to. Not all digits, no colon. */
  key(payload: Payload): string;
  concurrency: number;
  /** Event types that a run may write, besides those of an endpoint on whose behalf it works. */
  emits?: readonly string[];
  /** Announcements that a run may make: what their consequences write, it may write as well. */
  announces?: readonly AnyAnnouncement[];
  /** Does what is due and says when to be rung again; null when nothing is left to wait for. */
  run(call: LaneRun<Payload>): Promise<Date | null>;
  /** The lanes that have something due: the sweeper rings them, also after Redis was lost whole. */
  due(platform: Platform): Promise<Payload[]>;
}

export type Job = Lane<never>;

/** Declares a lane. */
export function lane<Payload>(declaration: Lane<Payload>): Job {
  return declaration as unknown as Job;
}

/** A lane to ring, by its queue and payload. */
export interface WakeUp {
  queue: string;
  key: string;
  payload: unknown;
}

/** An event with its place in the order of its organization, and what is needed to tell whether it matters. */
export interface NumberedEvent {
  org_id: number;
  seq: number;
  event_id: number;
  /** Together with the id the key of its row: whoever joins `events` gives both. */
  occurred_at: Date;
  event_type: string;
  aggregate_type: string;
  aggregate_id: number;
  is_private: boolean;
}

/**
 * Rows that follow from every committed event. Runs inside the relay's transaction, once for each
 * batch, and says which lanes to ring after the commit.
 *
 * One that throws keeps no event from its number: what it did for the batch is undone, and the events it cannot
 * take are given to it again, later, by themselves, and so after events that came behind them.
 */
export interface Projection {
  name: string;
  project(tx: RelayTransaction, batch: readonly NumberedEvent[]): Promise<WakeUp[]>;
}
