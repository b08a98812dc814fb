import { publicEndpoint } from '@wfp/shared';
import { LoginBody, LoginResponse, RefreshBody } from './auth.contract.ts';
import { login, refresh } from './auth.service.ts';

export const authEndpoints = [
  publicEndpoint({
    method: 'post',
    path: '/auth/login',
    summary: 'Sign in with e-mail, password and organization',
    body: LoginBody,
    returns: { 200: LoginResponse },
    emits: ['auth.login'],
    throttle: (body: LoginBody) => `${body.org_slug}/${body.email}`,
    handler: login,
  }),
  publicEndpoint({
    method: 'post',
    path: '/auth/refresh',
    summary: 'Exchange a refresh token, once, for a new pair of tokens',
    body: RefreshBody,
    returns: { 200: LoginResponse },
    emits: ['auth.token_refreshed', 'auth.token_reuse_detected'],
    handler: refresh,
  }),
];
