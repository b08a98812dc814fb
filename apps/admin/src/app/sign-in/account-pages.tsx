/** Pages that few sign-ins need. The router loads them when one of them is opened. */
export { EmailPage } from './links/email-page.tsx';
export { InvitationPage } from './links/invitation-page.tsx';
export { PasswordResetPage } from './links/password-reset-page.tsx';
export { VerifyPage } from './links/verify-page.tsx';
export { SignUpPage } from './sign-up/sign-up-page.tsx';
