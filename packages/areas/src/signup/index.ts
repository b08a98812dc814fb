import { defineArea, publicEndpoint } from '@wfp/shared';
import { LoginResponse, Received } from '../auth/index.ts';
import { organizationFounded } from './announcements.ts';
import {
  ResendVerification,
  SignupBody,
  SlugAvailability,
  SlugParams,
  Verified,
  VerifySignup,
} from './signup.contract.ts';
import {
  checkSlug,
  findFreeOrganizationSlug,
  foundingEffects,
  foundOrganization,
  resendVerification,
  signUp,
  verifySignup,
} from './signup.service.ts';

export const signup = defineArea({
  name: 'signup',
  about: 'Creation of organizations.',
  announcements: [organizationFounded],
  endpoints: [
    publicEndpoint({
      method: 'post',
      path: '/public/signup',
      summary: 'Create an organization and sign in as its owner',
      operationId: 'signUp',
      body: SignupBody,
      returns: { 201: LoginResponse },
      emits: ['organization.post_create', 'user.post_create', 'user_identity.post_create', 'auth.login'],
      announces: foundingEffects.announces,
      // Each request costs a password hash and sends a mail to the given address.
      throttle: (body: SignupBody) => `signup/${body.email}`,
      handler: signUp,
    }),
    publicEndpoint({
      method: 'get',
      path: '/public/org-slugs/:slug',
      summary: 'Check if a slug is free',
      details: 'If the slug is taken or not valid, a similar free one is suggested.',
      operationId: 'checkOrganizationSlug',
      params: SlugParams,
      returns: { 200: SlugAvailability },
      handler: checkSlug,
    }),
    publicEndpoint({
      method: 'post',
      path: '/public/signup/verify',
      summary: 'Verify the email address of a signup',
      operationId: 'verifySignup',
      body: VerifySignup,
      returns: { 200: Verified },
      emits: ['user.post_update', 'organization.verified'],
      throttle: (body: VerifySignup) => `verify/${body.token}`,
      handler: verifySignup,
    }),
    publicEndpoint({
      method: 'post',
      path: '/public/signup/resend',
      summary: 'Resend the verification mail of a signup',
      operationId: 'resendSignupVerification',
      body: ResendVerification,
      returns: { 202: Received },
      emits: ['user.verification_requested'],
      throttle: (body: ResendVerification) => `resend/${body.org_slug}/${body.email}`,
      handler: resendVerification,
    }),
  ],
});

export { findFreeOrganizationSlug, foundingEffects, foundOrganization, SignupBody };
