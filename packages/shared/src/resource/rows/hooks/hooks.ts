import type { Caller } from '../../../caller.ts';
import type { AnyAnnouncement, Emitter } from '../../../consequences/announcement.ts';
import type { Transaction } from '../../../db/index.ts';
import type { AnyRow, AnyValues } from '../row.ts';

export type WritePhase = 'create' | 'update' | 'archive' | 'restore';

/** The column values determined by the path: the parent's id of a sub-resource, otherwise none. */
export type FixedColumns = Readonly<Record<string, number>>;

export interface WriteStep {
  tx: Transaction;
  caller: Caller;
}

/**
 * A method type, so that its parameter is bivariant: hooks take the row type of the declaration, the kernel passes
 * `AnyRow`.
 */
type StepFunction<S, Result> = { run(step: S): Result }['run'];

/** A hook: a function if it writes no events and makes no announcements, otherwise an object that declares them. */
export type Hook<S, Result = void> = StepFunction<S, Promise<Result>> | EmittingHook<S, Result>;

/** One list for every phase of the hook, or one list per phase. */
type ByPhase<One> = readonly One[] | Partial<Record<WritePhase, readonly One[]>>;

export interface EmittingHook<S, Result> {
  /** The event types that `run` may write itself. */
  emits?: ByPhase<string>;
  /** The announcements that `run` may make. */
  announces?: ByPhase<AnyAnnouncement>;
  run(step: S): Promise<Result>;
}

/**
 * Functions that run as part of a resource's writes, in the same transaction except `validate`. A hook rejects the
 * write by throwing. The functions run in the order below, each first for the capabilities and then for the
 * declaration.
 */
export interface Hooks<Row, Values> {
  /**
   * Validates the values that were sent, before anything is written. It has no access to the transaction: data that it
   * reads may change before the row is written. `id` is null for a new row and a singleton.
   */
  validate?: StepFunction<
    { caller: Caller; id: number | null; values: Values; within: FixedColumns; phase: 'create' | 'update' },
    void | Promise<void>
  >;
  /**
   * Runs before the row is locked: for locks that must be taken before row locks. `id` is null for a new row, a
   * singleton and a reorder; `values` are the values sent, null for archive, restore, transitions and reorder.
   */
  beforeLock?: Hook<
    WriteStep & { id: number | null; values: Values | null; within: FixedColumns; phase: WritePhase }
  >;
  /** Runs before the row is created (`before` is null) or updated. The result overrides the values that were sent. */
  beforeWrite?: Hook<
    WriteStep & { before: Row | null; values: Values; within: FixedColumns },
    Values | undefined
  >;
  /** Runs after the row was created or updated, but not if the update changed nothing. */
  afterWrite?: Hook<WriteStep & { before: Row | null; row: Row }>;
  beforeArchive?: Hook<WriteStep & { before: Row }>;
  afterArchive?: Hook<WriteStep & { row: Row }>;
  /**
   * Runs after a deleted row was restored and the references of the row were checked. `deleted_at` is the time of its
   * deletion, with which rows that were deleted together can be found.
   */
  afterRestore?: Hook<WriteStep & { row: Row; deleted_at: string }>;
}

/** Computes warnings about a row that was created or updated. Runs after the hooks, or after the override of a create. */
export type Warnings<Row> = StepFunction<WriteStep & { row: Row }, Promise<readonly string[]>>;

interface WriteOverride<S, Result> {
  emits: readonly string[];
  announces?: readonly AnyAnnouncement[];
  run(step: S): Promise<Result>;
}

/**
 * Replacements for the kernel's statements, for rows that a process of the area creates or archives. Access checks,
 * validation of the body and the hooks `validate` and `beforeLock` still apply; other hooks do not run.
 */
export interface WriteOverrides<Row, Values> {
  /** Creates a row and returns it as in responses. */
  create?: WriteOverride<WriteStep & { values: Values; within: FixedColumns }, { id: number }>;
  /** Archives a row, which is locked. The caller's right was checked. */
  archive?: WriteOverride<WriteStep & { before: Row }, void>;
}

export type HookName = Exclude<keyof Hooks<AnyRow, AnyValues>, 'validate'>;

const hookNamesByPhase: Record<WritePhase, readonly HookName[]> = {
  create: ['beforeLock', 'beforeWrite', 'afterWrite'],
  update: ['beforeLock', 'beforeWrite', 'afterWrite'],
  archive: ['beforeLock', 'beforeArchive', 'afterArchive'],
  restore: ['beforeLock', 'afterRestore'],
};

/** True if any hook of the phase requires a transaction. */
export function hasHooks(hooks: readonly Hooks<AnyRow, AnyValues>[], phase: WritePhase): boolean {
  return hooks.some((one) => hookNamesByPhase[phase].some((name) => one[name] !== undefined));
}

/** Returns the event types and announcements declared by the hooks of a phase, or by those named. */
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

export async function runHook<S, Result>(
  hook: Hook<S, Result> | undefined,
  step: S,
): Promise<Result | undefined> {
  if (!hook) return undefined;
  return typeof hook === 'function' ? hook(step) : hook.run(step);
}
