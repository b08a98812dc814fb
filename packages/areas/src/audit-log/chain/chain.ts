import { createHash } from 'node:crypto';

/** The previous hash of the first link. */
export const genesis = Buffer.alloc(32);

/**
 * Computes the hash of a link: SHA-256 over the previous hash (32 bytes), the position as a big-endian 64-bit integer,
 * and the digest of the audit entry (32 bytes; the database function audit_entry_digest).
 */
export function computeLinkHash(previous: Uint8Array, seq: number, digest: Uint8Array): Buffer {
  const position = Buffer.alloc(8);
  position.writeBigUInt64BE(BigInt(seq));
  return createHash('sha256').update(previous).update(position).update(digest).digest();
}

export interface ChainLink {
  seq: number;
  audit_id: number;
  prev_hash: Uint8Array;
  hash: Uint8Array;
}

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
