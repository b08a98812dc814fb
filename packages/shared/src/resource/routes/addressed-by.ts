import type { Contribution, ResourceBase } from '../capability.ts';

/**
 * The field that identifies rows in paths, instead of the id: `/enums/:code`. Its values are unique among live rows
 * of the organization, by an index. Deleted rows are restored by their id, because several can have had the same value.
 */
export type AddressedBy = string;

export function addressedByCapability(name: AddressedBy, { code, fields }: ResourceBase): Contribution {
  const addressed = fields[name];
  if (!addressed) throw new Error(`${code}: addressedBy: ${name} is not a field`);
  if (addressed.writable !== 'once')
    throw new Error(`${code}: addressedBy: ${name} must be writable: 'once'`);
  return { address: { name, schema: addressed.schema } };
}
