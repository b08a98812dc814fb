import { CountryCode, Line } from '@wfp/shared/contract';
import { z } from 'zod';

/** From the largest to the smallest, and `remote`. */
export const placeKinds = ['country', 'region', 'city', 'office', 'floor', 'room', 'desk', 'remote'] as const;
type PlaceKind = (typeof placeKinds)[number];

const nested: readonly PlaceKind[] = placeKinds.filter((kind) => kind !== 'remote');

/**
 * The kinds of parents allowed for each kind: any larger one, or none. Nothing can be below a remote place, which can be
 * below a country, a region or a city.
 */
export const allowedParents: Readonly<Record<PlaceKind, readonly (PlaceKind | null)[]>> = {
  ...(Object.fromEntries(nested.map((kind, index) => [kind, [...nested.slice(0, index), null]])) as Record<
    PlaceKind,
    (PlaceKind | null)[]
  >),
  remote: ['country', 'region', 'city', null],
};

export const Address = z
  .strictObject({
    line1: Line(200),
    line2: Line(200).nullable().optional(),
    postal_code: Line(20).nullable().optional(),
    city: Line(100).nullable().optional(),
    region: Line(100).nullable().optional(),
    country: CountryCode.nullable().optional(),
  })
  .nullable();

export const ShownAddress = z
  .object({
    line1: z.string(),
    line2: z.string().nullable().optional(),
    postal_code: z.string().nullable().optional(),
    city: z.string().nullable().optional(),
    region: z.string().nullable().optional(),
    country: z.string().nullable().optional(),
  })
  .nullable();

export const Capacity = z
  .int()
  .min(1)
  .max(1_000_000)
  .nullable()
  .meta({ description: 'Number of people for whom the place has room; null if not known' });

export const Latitude = z
  .number()
  .min(-90)
  .max(90)
  .nullable()
  .meta({ description: 'Degrees north of the equator (WGS 84), together with `lng`; null if not known' });

export const Longitude = z
  .number()
  .min(-180)
  .max(180)
  .nullable()
  .meta({ description: 'Degrees east of Greenwich (WGS 84), together with `lat`; null if not known' });
