import { createHash } from 'node:crypto';

/** What the first link of a chain holds in place of a hash before it. */
export const genesis = Buffer.alloc(32);

/**
 * The hash of a link: SHA-256 over the hash before it (32 bytes), its place as eight bytes with the highest
 * first, and the digest of the audit entry (32 bytes; the function audit_entry_digest of the database).
 */
export function computeLinkHash(previous: Uint8Array, seq: number, digest: Uint8Array): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(seq));
  return createHash('sha256').update(previous).update(place).update(digest).digest();
}

/** An audit entry with its place in the chain. */
export interface ChainLink {
  seq: number;
  audit_id: number;
  prev_hash: Uint8Array;
  hash: Uint8Array;
}

/** Entries as the next links of a chain. */
export function buildLinks(
  head: { seq: number; hash: Uint8Array },
  entries: readonly { id: number; digest: Uint8Array }[],
): ChainLink[] {
  let { seq, hash } = head;
  return entries.map(({ id, digest }) => {
    const prev_hash = hash;
    seq += 1;
    hash = computeLinkHash(prev_hash, seq, digest);
    return { seq, audit_id: id, prev_hash, hash };
  });
}
