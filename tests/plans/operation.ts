import type { Platform } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import type pg from 'pg';
import type { Grown } from './grown-organization.ts';

/** The connections and credentials by which operations are run. */
export interface Session {
  /** The client of a pod whose connections are recorded. */
  owner: Client;
  /** The platform of a worker whose connections are recorded. */
  platform: Platform;
  /** A superuser, whose statements are not recorded. */
  admin: pg.Client;
  grown: Grown;
}

/** An operation, with the number of rows that its largest statement handles. */
export interface Operation {
  name: string;
  rows: number;
  /** The most keys that one of its statements receives, if more. */
  keys?: number;
  /** Additional buffers of some of its statements on tables that were never analyzed, at most, and their reason. */
  withoutStatistics?: { statements: RegExp; buffers: number; reason: string };
  /** Measured on analyzed tables only. */
  needsStatistics?: boolean;
  /** Prepares the run. Its statements are not measured. */
  prepare?(session: Session): Promise<void>;
  run(session: Session): Promise<void>;
}

/** Events of one batch of the relay. */
export const eventsPerBatch = 100;

let uses = 0;

/** Returns one of the inserted tasks, another one each time. */
export function anyTask({ grown: { tasks } }: Session): number {
  uses += 1;
  return tasks.first + ((uses * 7919) % (tasks.last - tasks.first - eventsPerBatch));
}
