import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, 30 seconds. */
const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30 };

/** A new secret of 160 bits (RFC 4226, section 4), in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function otpauthUrl(secret: string, issuer: string, account: string): string {
  // A colon would end the issuer in the label.
  return new TOTP({ ...totpOptions, issuer: issuer.replaceAll(':', ' '), label: account, secret }).toString();
}

/**
 * Returns the time step of a code: the current, previous or next one; null if the code is wrong. Compares in constant
 * time.
 */
export function findTimeStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...totpOptions, secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : TOTP.counter({ period: totpOptions.period, timestamp }) + delta;
}
