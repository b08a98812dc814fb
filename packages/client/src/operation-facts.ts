// Written by `npm run client-types`.

/** The operations that need no credential. */
// biome-ignore format: one on each line, also where there is but one
export const publicOperations: ReadonlySet<string> = new Set([
  'GET /exports/{id}/download',
  'GET /files/{id}/download',
  'GET /health',
  'GET /public/org-slugs/{slug}',
  'POST /auth/invitation/accept',
  'POST /auth/login',
  'POST /auth/mfa/verify',
  'POST /auth/password-reset',
  'POST /auth/password-reset/confirm',
  'POST /auth/refresh',
  'POST /public/signup',
  'POST /public/signup/resend',
  'POST /public/signup/verify',
]);

/** Operations with credentials that create or act without an `Idempotency-Key`. */
// biome-ignore format: one on each line, also where there is but one
export const keylessOperations: ReadonlySet<string> = new Set([
  'POST /prompt-templates/{id}/preview',
]);
