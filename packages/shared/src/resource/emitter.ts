import type { Emitter } from '../consequences/announcement.ts';
import { collectHookEmits, type HookName, type WritePhase } from './rows/hooks/hooks.ts';
import type { Rows } from './rows/rows.ts';

/**
 * Returns the event types and announcements that a write of a phase may cause, through all of its hooks or those
 * named.
 */
export function emitterForPhase(
  { events, hooks, writes }: Pick<Rows, 'events' | 'hooks' | 'writes'>,
  phase: WritePhase,
  names?: readonly HookName[],
): Required<Emitter> {
  const own = phase === 'create' || phase === 'archive' ? writes[phase] : undefined;
  if (own) return mergeEmitters(own, collectHookEmits(hooks, phase, ['beforeLock']));
  const { type, also } = events[phase];
  const { emits, announces } = collectHookEmits(hooks, phase, names);
  return { emits: [...new Set([type, ...also.map((one) => one.type), ...emits])], announces };
}

export function mergeEmitters(...emitters: readonly Emitter[]): Required<Emitter> {
  return {
    emits: [...new Set(emitters.flatMap(({ emits = [] }) => emits))],
    announces: [...new Set(emitters.flatMap(({ announces = [] }) => announces))],
  };
}
