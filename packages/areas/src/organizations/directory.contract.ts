import { CountryCode, Email, Id, Line, Paging, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

const stamps = {
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
};
const row = { org_id: Id, id: Id };

export const addressKinds = ['headquarters', 'billing', 'shipping', 'branch'] as const;
export const contactKinds = ['general', 'support', 'billing', 'hr', 'press', 'emergency'] as const;

const address = {
  kind: z.enum(addressKinds),
  line1: Line(200),
  line2: Line(200).nullable(),
  city: Line(100),
  region: Line(100).nullable(),
  postal_code: Line(20).nullable(),
  country: CountryCode,
  is_primary: z.boolean(),
};
export const Address = z.object({ ...row, ...address, ...stamps });
export const PatchAddress = z.strictObject(address).partial();
export const CreateAddress = z.strictObject({
  ...address,
  line2: address.line2.optional(),
  region: address.region.optional(),
  postal_code: address.postal_code.optional(),
  is_primary: address.is_primary.default(false),
});

const Phone = z
  .string()
  .trim()
  .max(40)
  .regex(/^\+?[0-9][0-9 ()./-]{3,}$/, 'Must be a telephone number');
const contact = {
  kind: z.enum(contactKinds),
  name: Line(100),
  email: Email.nullable(),
  phone: Phone.nullable(),
  is_public: z.boolean(),
};
export const Contact = z.object({ ...row, ...contact, email: z.string().nullable(), ...stamps });
export const PatchContact = z.strictObject(contact).partial();
export const CreateContact = z
  .strictObject({
    ...contact,
    email: contact.email.optional(),
    phone: contact.phone.optional(),
    is_public: contact.is_public.default(false),
  })
  .refine((one) => one.email || one.phone, {
    path: ['email'],
    message: 'Give an e-mail address or a telephone number',
  });

const link = {
  platform: Line(50),
  url: z.url({ protocol: /^https?$/, error: 'Must be an http or https address' }).max(2_048),
  position: z.int().min(0).max(10_000),
};
export const SocialLink = z.object({ ...row, ...link, ...stamps });
export const PatchSocialLink = z.strictObject(link).partial();
export const CreateSocialLink = z.strictObject({ ...link, position: link.position.default(0) });

export const ListParts = z.strictObject(Paging);
export type ListParts = z.output<typeof ListParts>;
