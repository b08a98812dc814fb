import { CalendarDate, CountryCode, Email, Id, Line, named, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

const Phone = z
  .string()
  .trim()
  .regex(
    /^\+?[0-9][0-9 ()./-]{3,38}$/,
    'Must be a phone number: an optional +, a digit, then 3 to 38 digits, spaces or ( ) . / -',
  );

const HomeAddress = z.strictObject({
  line1: Line(200),
  line2: Line(200).nullable().optional(),
  postal_code: Line(20).nullable().optional(),
  city: Line(100).nullable().optional(),
  region: Line(100).nullable().optional(),
  country: CountryCode.nullable().optional(),
});

const EmergencyContact = z.strictObject({
  name: Line(100),
  relationship: Line(50).nullable().optional(),
  phone: Phone,
});

const AccountNumber = z
  .string()
  .trim()
  .regex(
    /^[0-9A-Za-z](?:[ -]?[0-9A-Za-z]){3,33}$/,
    'Must be an IBAN or account number: 4 to 34 letters and digits, with single spaces or hyphens between them',
  )
  .transform((text) => text.replaceAll(/[ -]/g, '').toUpperCase())
  .meta({ description: 'IBAN or account number; stored without spaces and hyphens' });

const BankAccount = z.strictObject({
  holder: Line(100),
  account_number: AccountNumber,
  bank_code: Line(20).nullable().optional().meta({ description: 'BIC, sort code or routing number' }),
  bank_name: Line(100).nullable().optional(),
});

const earliestBirth = '1900-01-01';

/** Each field is replaced as a whole. */
export const PatchPrivateData = z
  .strictObject({
    personal_email: Email.nullable(),
    birth_date: CalendarDate.refine((date) => date >= earliestBirth, `Must not be before ${earliestBirth}`)
      .refine((date) => Date.parse(date) <= Date.now(), 'Must not be in the future')
      .nullable(),
    national_id: Line(50).nullable(),
    home_address: HomeAddress.nullable(),
    emergency_contacts: z.array(EmergencyContact).max(5),
    bank_account: BankAccount.nullable(),
  })
  .partial();
named('EmployeePrivateUpdate', PatchPrivateData);
export type PatchPrivateData = z.output<typeof PatchPrivateData>;

export type PrivateValues = {
  [Name in keyof PatchPrivateData]-?: Exclude<PatchPrivateData[Name], undefined>;
};

/** The values before the first change. */
export const noValues: PrivateValues = {
  personal_email: null,
  birth_date: null,
  national_id: null,
  home_address: null,
  emergency_contacts: [],
  bank_account: null,
};

/** Texts are not validated in responses: values stored by earlier releases may fail today's rules. */
const Text = z.string().nullable();

export const PrivateData = named(
  'EmployeePrivate',
  z.object({
    employee_id: Id,
    personal_email: Text,
    birth_date: CalendarDate.nullable(),
    national_id: Text,
    home_address: z
      .object({
        line1: z.string(),
        line2: Text.optional(),
        postal_code: Text.optional(),
        city: Text.optional(),
        region: Text.optional(),
        country: Text.optional(),
      })
      .nullable(),
    emergency_contacts: z.array(
      z.object({ name: z.string(), relationship: Text.optional(), phone: z.string() }),
    ),
    bank_account: z
      .object({
        holder: z.string(),
        account_number: z.string(),
        bank_code: Text.optional(),
        bank_name: Text.optional(),
      })
      .nullable(),
    updated_at: Timestamp,
  }),
);
export type PrivateData = z.output<typeof PrivateData>;
