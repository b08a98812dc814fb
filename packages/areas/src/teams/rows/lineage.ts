import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { teams } from './team.resource.ts';

/** The ids of a team and of the teams above it, nearest first; empty if there is no such team. */
export function lineageOf(tx: Transaction, caller: Caller, id: number): Promise<number[]> {
  return teams.tree.lineageOf(tx, caller, id);
}
