import { defineResource, field, invalidField, type ParentResource } from '@wfp/shared';
import { CountryCode, Email, Line } from '@wfp/shared/contract';
import { z } from 'zod';
import { addressKinds, contactKinds, Phone, ShownEmail, Url } from './directory.contract.ts';
import { lockDirectory, unsetPrimary } from './directory.store.ts';
import { OrganizationParams } from './organizations.contract.ts';
import { requireOwnId } from './organizations.service.ts';

/** The caller's organization as the parent of its directory. */
const organization: ParentResource = {
  path: '/organizations/:organizationId',
  params: { organizationId: OrganizationParams.shape.id },
  table: 'organizations',
  noun: 'Organization',
  resource: 'organization',
  aggregate: 'organization',
  resolve: async (caller, { organizationId }) => {
    requireOwnId(caller, organizationId as OrganizationParams['id']);
    return caller.org_id;
  },
  isPermitted: async () => true,
};

const parent = { of: organization, aggregate: 'parent' } as const;

/** The event types keep their names from earlier releases, which differ from the default names. */
const eventNames = (noun: string) => ({
  create: `organization.${noun}.created`,
  update: `organization.${noun}.updated`,
  archive: `organization.${noun}.deleted`,
  restore: `organization.${noun}.restored`,
});

const addressUpdated = eventNames('address').update;

export const addresses = defineResource({
  code: 'org_address',
  noun: ['address', 'addresses'],
  label: 'Addresses',
  path: '/addresses',
  model: 'OrgAddress',
  table: 'org_addresses',
  parent,
  fields: {
    kind: field(z.enum(addressKinds), {
      ...{ required: true, filter: true, sort: 'value', pgType: 'org_address_kind' },
    }),
    line1: field(Line(200), { required: true, search: true }),
    line2: field(Line(200).nullable()),
    city: field(Line(100), { required: true, search: true, sort: 'text' }),
    region: field(Line(100).nullable()),
    postal_code: field(Line(20).nullable()),
    country: field(CountryCode, { required: true, filter: true, sort: 'text' }),
    is_primary: field(z.boolean(), { filter: true }),
  },
  sort: 'kind',
  eventNames: eventNames('address'),
  hooks: {
    // A new primary address replaces the previous one of its kind.
    beforeWrite: {
      emits: [addressUpdated],
      run: async ({ tx, caller, before, values }) => {
        const { kind, is_primary } = { ...before, ...values };
        if (!is_primary) return undefined;
        await lockDirectory(tx, caller);
        await tx.write(unsetPrimary(caller, addresses.table, String(kind), before?.id ?? null), {
          event: addressUpdated,
          action: 'update',
        });
        return undefined;
      },
    },
  },
});

export const contacts = defineResource({
  code: 'org_contact',
  noun: ['contact', 'contacts'],
  label: 'Contacts',
  path: '/contacts',
  model: 'OrgContact',
  table: 'org_contacts',
  parent,
  fields: {
    kind: field(z.enum(contactKinds), {
      ...{ required: true, filter: true, sort: 'value', pgType: 'org_contact_kind' },
    }),
    name: field(Line(100), { required: true, search: true, sort: 'text' }),
    email: field(Email.nullable(), { shown: ShownEmail }),
    phone: field(Phone.nullable()),
    is_public: field(z.boolean(), { filter: true }),
  },
  sort: 'kind',
  eventNames: eventNames('contact'),
  hooks: {
    validate: ({ values, phase }) => {
      if (phase === 'create' && !values.email && !values.phone) {
        throw invalidField('email', 'An email address or a phone number is required');
      }
    },
  },
});

export const socialLinks = defineResource({
  code: 'org_social_link',
  noun: ['social link', 'social links'],
  label: 'Social links',
  path: '/social-links',
  model: 'OrgSocialLink',
  table: 'org_social_links',
  parent,
  fields: {
    platform: field(Line(50), { required: true, search: true, sort: 'text' }),
    url: field(Url, { required: true }),
    position: field(z.int().min(0).max(10_000), { sort: 'value' }),
  },
  sort: 'position',
  eventNames: eventNames('social_link'),
});
