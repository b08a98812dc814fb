import { queryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '@wfp/client';
import { createContext, useContext } from 'react';
import { availableWhileReadOnly } from './operations.ts';
import { type OpenedOrganization, useOrganization } from './session/session-context.ts';

export type EnumValue = components['schemas']['StartEnum']['values'][number];

export type Start = components['schemas']['Start'];
export type Restriction = components['schemas']['StartRestriction'];

/** While access is restricted, events may not arrive, so the restrictions are loaded at this interval. */
const restrictedMs = 30_000;

export const startQuery = ({ session, slug }: OpenedOrganization) =>
  queryOptions({
    queryKey: [slug, 'start'],
    queryFn: ({ signal }) => session.client.get('/users/me/start', { signal }),
    staleTime: 300_000,
  });

/** The user, the restrictions of access, the enums and the settings, which every page needs. */
export function useStart() {
  return useQuery({
    ...startQuery(useOrganization()),
    refetchInterval: ({ state }) => (state.data?.restrictions.length ? restrictedMs : false),
  });
}

/** The user with name, organization and roles; undefined while access is restricted to fewer requests. */
export function useMe() {
  const { data, error } = useStart();
  return { data: data?.user ?? undefined, error };
}

/** True while nothing of the organization can be changed. */
export function useIsReadOnly(): boolean {
  const { data } = useStart();
  return data?.restrictions.some(({ reason }) => reason === 'read_only') ?? false;
}

/** Returns a function that is false for an operation, such as `POST /teams`, that a read-only organization does not permit. */
export function useIsAvailable(): (operation: string) => boolean {
  const isReadOnly = useIsReadOnly();
  return (operation) => !isReadOnly || operation.startsWith('GET ') || availableWhileReadOnly.has(operation);
}

/** The enums of the organization. A context, because a list has hundreds of values: a query would have an observer for each. */
export const EnumsContext = createContext<Start['enums'] | undefined>(undefined);

/** The values of an enum of the organization; undefined for no enum, and while it is loaded. */
export function useEnumValues(code: string | undefined): readonly EnumValue[] | undefined {
  const enums = useContext(EnumsContext);
  return code === undefined ? undefined : enums?.find((one) => one.code === code)?.values;
}
