import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOrganization } from './session/session-context.ts';
import { type Start, useStart } from './start.ts';

type Values = Readonly<Record<string, unknown>>;

const noValues: Values = {};

/** The choices of the user for all devices, by key. Empty until they are loaded. */
export const usePreferences = (): Values => useStart().data?.preferences?.values ?? noValues;

/** Stores preferences of the user; null removes one. They apply at once, and again as stored if they cannot be saved. */
export function useSetPreferences() {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const queryKey = [slug, 'start'];
  const mutationKey = [slug, 'preferences'];
  return useMutation({
    mutationFn: (values: Values) => session.client.patch('/users/me/preferences', { body: { values } }),
    onMutate: async (changed) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<Start>(queryKey, (start) => start && withPreferences(start, changed));
    },
    // Changes are sent one after the other, so that a response does not undo a later one on screen.
    scope: { id: 'preferences' },
    mutationKey,
    onSettled: () => {
      if (queries.isMutating({ mutationKey }) === 1) void queries.invalidateQueries({ queryKey });
    },
  });
}

function withPreferences(start: Start, changed: Values): Start {
  if (!start.preferences) return start;
  const values = Object.entries({ ...start.preferences.values, ...changed });
  const left = Object.fromEntries(values.filter(([, value]) => value !== null));
  return { ...start, preferences: { ...start.preferences, values: left } };
}
