import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's parameters for scrypt with 16 MiB. */
const cost = { N: 2 ** 14, r: 8, p: 5 };

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r };
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Returns a hash with its cost parameters, in the format of `OPERATORS`. Tests pass a lower cost. */
export async function hashPassword(password: string, { N, r, p } = cost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, { N, r, p }, 32);
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('.');
}

/** The hash that is verified for unknown names, so that they take as long as known names. */
const dummyHash = `scrypt.${cost.N}.${cost.r}.${cost.p}.${'A'.repeat(22)}.${'A'.repeat(43)}`;

/** Verifies a password in constant time. Without a hash the result is false, after the same time. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? dummyHash).split('.');
  const expected = Buffer.from(key, 'base64url');
  const parameters = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt, 'base64url'), parameters, expected.length);
  return timingSafeEqual(actual, expected) && hash !== undefined;
}
