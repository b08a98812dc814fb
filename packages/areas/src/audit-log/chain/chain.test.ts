import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildLinks, computeLinkHash, genesis } from './chain.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex');

describe('computeLinkHash', () => {
  it('is SHA-256 of the previous hash, the position in eight bytes, and the digest', () => {
    const bytes = Buffer.concat([genesis, Buffer.from('0000000000000102', 'hex'), digest('a')]);
    expect(hex(computeLinkHash(genesis, 258, digest('a')))).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  });
});

describe('buildLinks', () => {
  it('continues from the head, one position per entry', () => {
    const entries = ['a', 'b', 'c'].map((text, index) => ({ id: 10 + index, digest: digest(text) }));
    const whole = buildLinks({ seq: 0, hash: genesis }, entries);
    expect(whole.map(({ seq, audit_id }) => [seq, audit_id])).toEqual([
      [1, 10],
      [2, 11],
      [3, 12],
    ]);
    expect(whole[1]?.prev_hash).toBe(whole[0]?.hash);
    const first = buildLinks({ seq: 0, hash: genesis }, entries.slice(0, 1));
    const rest = buildLinks({ seq: 1, hash: first[0]?.hash ?? genesis }, entries.slice(1));
    expect([...first, ...rest].map((link) => hex(link.hash))).toEqual(whole.map((link) => hex(link.hash)));
  });

  it('returns no links for no entries', () => {
    expect(buildLinks({ seq: 4, hash: genesis }, [])).toEqual([]);
  });
});
