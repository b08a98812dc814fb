import { type DemoApi, type Ids, required } from './demo-api.ts';
import type { UserKey } from './demo-people.ts';

/** Private data by first name, entered by the employees themselves or by HR. */
export const privateData: readonly { by: UserKey; who: string; values: object }[] = [
  {
    by: 'employee',
    who: 'Jonas',
    values: {
      personal_email: 'jonas@weber.example',
      birth_date: '1992-05-14',
      home_address: { line1: 'Lindenweg 3', postal_code: '10115', city: 'Berlin', country: 'DE' },
      emergency_contacts: [{ name: 'Mia Weber', relationship: 'sister', phone: '+49 30 23125 014' }],
    },
  },
  {
    by: 'hr',
    who: 'Yuki',
    values: {
      birth_date: '1989-11-02',
      emergency_contacts: [{ name: 'Ren Tanaka', relationship: 'partner', phone: '+49 30 23125 027' }],
      bank_account: { holder: 'Yuki Tanaka', account_number: 'DE89370400440532013000' },
    },
  },
];

/** Enters private data. Values that an employee already has are not written again. */
export async function seedPrivateData(
  as: (key: UserKey) => Promise<DemoApi>,
  employeeIds: Ids,
): Promise<void> {
  for (const { by, who, values } of privateData) {
    const params = { id: required(employeeIds, who) };
    await (await as(by)).call('patch', '/employees/:id/private', { params, body: values });
  }
}
