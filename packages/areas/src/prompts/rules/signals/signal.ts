import type { TaskContext } from '../../prompt.ts';
import type { SignalKind } from '../output-schemas.ts';

export interface Signal {
  kind: SignalKind;
  detail: string;
  /** How much it speaks for a task that does not move: 1 is enough by itself. */
  weight: number;
}

/** Looks at an unfinished task for one thing; null where it is not there. */
export type Judge = (context: TaskContext) => Signal | null;

export const isFinished = ({ status }: { status: string }): boolean =>
  status === 'done' || status === 'cancelled';
