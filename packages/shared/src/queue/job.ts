import type { z } from 'zod';
import type { Origin } from '../caller.ts';
import type { Config } from '../config/config.ts';
import type { AnyAnnouncement } from '../consequences/announcement.ts';
import type { RelayTransaction } from '../db/operational.ts';
import type { Logger } from '../log/logger.ts';
import type { Platform } from '../platform.ts';

export interface LaneRun<Payload> {
  platform: Platform;
  payload: Payload;
  /** The origin of its writes in the audit log: the lane. */
  origin: Origin;
  /** The event types the lane may write, for callers that it creates. */
  emits: readonly string[];
  log: Logger;
  /** Logs lines and progress in the job, for operators. Never fails and never waits long. */
  note(lines: string, progress?: Record<string, number>): Promise<void>;
  /** Aborted when the worker drains: finish work in progress, start nothing new. */
  signal: AbortSignal;
}

/**
 * A lane processes a backlog in PostgreSQL: its job means "process everything due for this key". Per key, at most one
 * run is active in the whole installation and at most one waits, however often it is enqueued. A run must tolerate
 * being started twice and finding nothing.
 */
export interface Lane<Payload = unknown> {
  queue: string;
  /** The role of a worker that runs it; default: its queue. Purely time-based work has the role `schedules`. */
  role?: string;
  payload: z.ZodType<Payload>;
  /** Returns the key of a payload. BullMQ requires that it contains no colon and not only digits. */
  key(payload: Payload): string;
  concurrency: number;
  /**
   * Returns the organization of a payload. Declare it if a run may take long: unverified organizations then have slots of
   * their own, and organizations that have used much time recently go behind the others.
   */
  sharedBy?(payload: Payload): number;
  /** Event types that a run may write, in addition to those of an endpoint on whose behalf it works. */
  emits?: readonly string[];
  /** Announcements that a run may make. It may also write the events of their consequences. */
  announces?: readonly AnyAnnouncement[];
  /** Processes everything due. Returns when to run again; null if nothing is waiting. */
  run(call: LaneRun<Payload>): Promise<Date | null>;
  /** The payloads with due work. The sweeper enqueues them, also after a complete loss of Redis. */
  due(platform: Platform): Promise<Payload[]>;
}

export type Job = Lane<never>;

export function lane<Payload>(declaration: Lane<Payload>): Job {
  return declaration as unknown as Job;
}

/** A job to enqueue: wakes the lane of a key. */
export interface WakeUp {
  queue: string;
  key: string;
  payload: unknown;
  /** Position among the lanes that wait: those with the lowest number run first. Default: 0. */
  priority?: number;
  /** The lane is enqueued this long after its first wake-up, once for all wake-ups until then. Default: 0. */
  delayMs?: number;
}

/** An event with its sequence number within its organization. */
export interface NumberedEvent {
  org_id: number;
  seq: number;
  event_id: number;
  /** Part of the primary key of `events`: joins must use both columns. */
  occurred_at: Date;
  event_type: string;
  aggregate_type: string;
  aggregate_id: number;
  is_private: boolean;
}

/**
 * Processes every committed event: writes rows derived from it, and returns the lanes to wake after the commit. Runs in
 * the relay's transaction, once for each batch.
 *
 * A failing projection does not delay numbering: it is repeated with parts of the batch until the failing events are
 * found. These are projected later, after newer events.
 */
export interface Projection {
  name: string;
  project(tx: RelayTransaction, batch: readonly NumberedEvent[], config: Config): Promise<WakeUp[]>;
}
