import { defineArea, publicEndpoint, resource } from '@wfp/shared';
import { LoginResponse } from '../auth/index.ts';
import { SignupBody } from './signup.contract.ts';
import { signUp } from './signup.service.ts';

export const signup = defineArea({
  name: 'signup',
  resources: [
    resource({
      code: 'organization',
      label: 'Organization',
      scopes: [],
      builtin: { owner: 'M', admin: 'M', hr: 'R', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
    }),
  ],
  endpoints: [
    publicEndpoint({
      method: 'post',
      path: '/public/signup',
      summary: 'Make an organization and sign in as its owner',
      body: SignupBody,
      returns: { 201: LoginResponse },
      emits: [
        'organization.post_create',
        'user.post_create',
        'role.post_create',
        'grant.post_create',
        'auth.login',
      ],
      handler: signUp,
    }),
  ],
});
