import type { Caller } from '../../caller.ts';
import type { AnyAnnouncement, Emitter } from '../../consequences/announcement.ts';
import type { Transaction } from '../../db/index.ts';
import type { AnyRow, AnyValues } from './row.ts';

/** The writes that hooks take part in. */
export type WritePhase = 'create' | 'update' | 'archive' | 'restore';

/** The columns that the path fixes: the parent's id of a sub-resource, otherwise none. */
export type FixedColumns = Readonly<Record<string, number>>;

/** A write as hooks see it, inside its transaction. */
export interface WriteStep {
  tx: Transaction;
  caller: Caller;
}

/** A function whose parameter may be narrower than its caller knows: the declaration's rows, of which the kernel sees any. */
type StepFunction<S, Result> = { run(step: S): Result }['run'];

/** A hook that writes and announces nothing itself, or one that declares exactly what it may. */
export type Hook<S, Result = void> = StepFunction<S, Promise<Result>> | EmittingHook<S, Result>;

/** For every endpoint that runs a hook, or by the endpoint. */
type ByPhase<One> = readonly One[] | Partial<Record<WritePhase, readonly One[]>>;

export interface EmittingHook<S, Result> {
  /** All event types that `run` may write itself. */
  emits?: ByPhase<string>;
  /** All announcements that `run` may make. */
  announces?: ByPhase<AnyAnnouncement>;
  run(step: S): Promise<Result>;
}

/**
 * Steps of a resource's writes, in the same transaction as the row. A hook rejects the write by throwing. Each runs
 * after those of the capabilities, in the order below.
 */
export interface Hooks<Row, Values> {
  /**
   * Checks the values that were sent, before the row is written and outside its transaction, which it does not make
   * necessary. What it reads may have changed when the row is written.
   */
  validate?: StepFunction<
    { caller: Caller; values: Values; within: FixedColumns; phase: 'create' | 'update' },
    void | Promise<void>
  >;
  /**
   * Before the row is locked: for locks that other writes take before rows. `id` is that of the row, null for a new one,
   * for a singleton and for a reorder; `values` is what was sent, null when the row is archived or restored.
   */
  beforeLock?: Hook<
    WriteStep & { id: number | null; values: Values | null; within: FixedColumns; phase: WritePhase }
  >;
  /** Before the row is created (`before` is null) or updated. The result is written over the values that were sent. */
  beforeWrite?: Hook<
    WriteStep & { before: Row | null; values: Values; within: FixedColumns },
    Values | undefined
  >;
  /** After the row was created or updated; not after an update that changed nothing. */
  afterWrite?: Hook<WriteStep & { before: Row | null; row: Row }>;
  beforeArchive?: Hook<WriteStep & { before: Row }>;
  afterArchive?: Hook<WriteStep & { row: Row }>;
  /** After a deleted row was restored. Its references are known to exist. */
  afterRestore?: Hook<WriteStep & { row: Row }>;
}

/** Finds what is unwise about a row that was created or changed all the same. Runs after the hooks. */
export type Warnings<Row> = StepFunction<WriteStep & { row: Row }, Promise<readonly string[]>>;

/** A write of the area's own, with all that it may write and announce. */
interface WriteOverride<S, Result> {
  emits: readonly string[];
  announces?: readonly AnyAnnouncement[];
  run(step: S): Promise<Result>;
}

/**
 * Writes of the area's own in place of the kernel's statement, for rows that follow from a process. Access, locks taken
 * before rows, and checks of the body stay; hooks besides `validate` and `beforeLock` do not run.
 */
export interface WriteOverrides<Row, Values> {
  /** Writes a new row, and returns it as answers show it. */
  create?: WriteOverride<WriteStep & { values: Values; within: FixedColumns }, { id: number }>;
  /** Archives a row, which is locked and on which the caller has the right. */
  archive?: WriteOverride<WriteStep & { before: Row }, void>;
}

export type HookName = Exclude<keyof Hooks<AnyRow, AnyValues>, 'validate'>;

const hookNamesByPhase: Record<WritePhase, readonly HookName[]> = {
  create: ['beforeLock', 'beforeWrite', 'afterWrite'],
  update: ['beforeLock', 'beforeWrite', 'afterWrite'],
  archive: ['beforeLock', 'beforeArchive', 'afterArchive'],
  restore: ['beforeLock', 'afterRestore'],
};

/** True if any of the hooks runs inside a write's transaction, which the write then needs. */
export function hasHooks(hooks: readonly Hooks<AnyRow, AnyValues>[], phase: WritePhase): boolean {
  return hooks.some((one) => hookNamesByPhase[phase].some((name) => one[name] !== undefined));
}

/** What hooks may write and announce in a phase: all hooks of the phase, or those named. */
export function collectHookEmits(
  hooks: readonly Hooks<AnyRow, AnyValues>[],
  phase: WritePhase,
  names: readonly HookName[] = hookNamesByPhase[phase],
): Required<Emitter> {
  const declared = hooks.flatMap((one) =>
    names.flatMap((name) => {
      const hook = one[name];
      return typeof hook === 'object' ? [hook] : [];
    }),
  );
  return {
    emits: [...new Set(declared.flatMap(({ emits }) => selectPhase(emits, phase)))],
    announces: [...new Set(declared.flatMap(({ announces }) => selectPhase(announces, phase)))],
  };
}

function selectPhase<One>(declared: ByPhase<One> = [], phase: WritePhase): readonly One[] {
  return 'length' in declared ? declared : (declared[phase] ?? []);
}

/** Runs a hook of either form. */
export async function runHook<S, Result>(
  hook: Hook<S, Result> | undefined,
  step: S,
): Promise<Result | undefined> {
  if (!hook) return undefined;
  return typeof hook === 'function' ? hook(step) : hook.run(step);
}
