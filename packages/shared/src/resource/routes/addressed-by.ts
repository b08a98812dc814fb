import type { Contribution, ResourceBase } from '../capability.ts';

/**
 * Paths name rows by a field instead of their id: `/enums/:code`. Its values are unique among live rows of the
 * organization, by an index. A deleted row has no address: it cannot be restored.
 */
export type AddressedBy = string;

export function addressedByCapability(name: AddressedBy, { code, fields }: ResourceBase): Contribution {
  const addressed = fields[name];
  if (!addressed) throw new Error(`${code}: addressedBy names no field: ${name}`);
  if (addressed.writable !== 'once')
    throw new Error(`${code}: the field ${name} of an address must not change`);
  return { address: { name, schema: addressed.schema }, omits: ['restore'] };
}
