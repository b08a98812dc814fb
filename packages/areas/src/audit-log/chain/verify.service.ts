import { AppError, type Call, type Caller } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { computeLinkHash, genesis } from './chain.ts';
import { insertVerification } from './verifications.store.ts';
import type { ChainFault, VerifyAuditLog } from './verify.contract.ts';
import {
  type ChainHead,
  findHead,
  findLinks,
  findNextPosition,
  findUnchainedEntry,
  type ScannedEntries,
  type StoredLink,
} from './verify.store.ts';

const linksPerBatch = 2_000;
const entriesPerBatch = 20_000;

interface Finding {
  first_broken_seq: number;
  reason: ChainFault;
}

type VerifyCall = Pick<Call<unknown, VerifyAuditLog, unknown>, 'caller' | 'query'>;

/** Organizations whose chain this process is verifying: reading the whole log takes minutes if it is long. */
const verifying = new Set<number>();

/**
 * Recomputes a range of the chain from the current log, in batches. The hash before the range is trusted.
 *
 * @throws AppError `rate_limited` while this process verifies the chain of the organization
 */
export async function verifyAuditLog({ caller, query }: VerifyCall) {
  const { org_id } = caller;
  if (verifying.has(org_id)) {
    throw new AppError('rate_limited', 'The audit log is being verified; try again when that is finished', {
      headers: { 'Retry-After': '10' },
    });
  }
  verifying.add(org_id);
  try {
    return await verifyAndRecord({ caller, query });
  } finally {
    verifying.delete(org_id);
  }
}

async function verifyAndRecord({ caller, query }: VerifyCall) {
  const { head, checked, finding } = await verifyChain(caller, query);
  await write(caller, insertVerification(caller, query, { checked, finding }), {
    event: 'audit_log.verified',
    action: 'verify',
    ...(finding && { outcome: 'failed' }),
  });
  return {
    ok: finding === undefined,
    checked,
    first_broken_seq: finding?.first_broken_seq ?? null,
    reason: finding?.reason ?? null,
    archived_seq: head.archived_seq,
    head_seq: head.seq,
    head_hash: head.hash ? Buffer.from(head.hash).toString('hex') : null,
    unsealed: head.unsealed,
  };
}

/**
 * Verifies the chain without recording the verification.
 *
 * @param accepted faults of single links to ignore
 */
export async function verifyChain(
  caller: Caller,
  query: VerifyAuditLog,
  accepted: readonly ChainFault[] = [],
): Promise<{ head: ChainHead; checked: number; finding: Finding | undefined }> {
  const head = await findHead(caller);
  const from = Math.max(query.from_seq ?? 1, head.archived_seq + 1);
  const to = Math.min(query.to_seq ?? head.seq, head.seq);
  const { checked, finding: broken } = await verifyLinks(caller, head, from, to, accepted);
  const isWhole = query.from_seq === undefined && query.to_seq === undefined;
  const finding = broken ?? findHeadFault(head) ?? (isWhole ? await findAddedEntry(caller, head) : undefined);
  return { head, checked, finding };
}

async function verifyLinks(
  caller: Caller,
  head: ChainHead,
  from: number,
  to: number,
  accepted: readonly ChainFault[],
): Promise<{ checked: number; finding?: Finding }> {
  let previous = await hashBefore(caller, head, from);
  let expected = from;
  while (expected <= to) {
    const links = await findLinks(caller, expected, to, linksPerBatch);
    for (const link of links) {
      const reason = findLinkFault(link, expected, previous, head.archived_late_seq);
      if (reason && !accepted.includes(reason))
        return { checked: expected - from, finding: { first_broken_seq: expected, reason } };
      previous = link.hash;
      expected += 1;
    }
    if (links.length === 0)
      return { checked: expected - from, finding: { first_broken_seq: expected, reason: 'link_missing' } };
  }
  const checked = Math.max(0, expected - from);
  const isHeadDifferent = to === head.seq && checked > 0 && !areEqual(previous, head.hash);
  return isHeadDifferent
    ? { checked, finding: { first_broken_seq: to, reason: 'chain_changed' } }
    : { checked };
}

/** The hash that precedes a position. For the first position that is not archived, the head stores it. */
async function hashBefore(caller: Caller, head: ChainHead, from: number): Promise<Uint8Array | null> {
  if (from === 1) return genesis;
  if (from === head.archived_seq + 1) return head.archived_hash;
  const [before] = await findLinks(caller, from - 1, from - 1, 1);
  return before?.hash ?? null;
}

function findLinkFault(
  link: StoredLink,
  expected: number,
  previous: Uint8Array | null,
  archivedUpTo: number,
): ChainFault | null {
  if (link.seq !== expected || previous === null) return 'link_missing';
  if (!areEqual(link.prev_hash, previous)) return 'chain_changed';
  if (link.digest === null) return expected <= archivedUpTo ? null : 'entry_missing';
  if (!areEqual(computeLinkHash(previous, link.seq, link.digest), link.hash)) return 'entry_changed';
  if (link.is_forged) return 'personal_values_changed';
  if (link.is_robbed) return 'personal_values_missing';
  return link.differs ? 'differs_from_announced' : null;
}

/** Detects links beyond the head, and a head whose links are missing. */
function findHeadFault({ seq, last_seq }: ChainHead): Finding | undefined {
  if (seq === last_seq) return undefined;
  return { first_broken_seq: Math.min(seq, last_seq) + 1, reason: 'chain_changed' };
}

/** Finds the first entry that is not in the chain, among those up to the id at which the log is settled. */
async function findAddedEntry(caller: Caller, { settled_id, seq }: ChainHead): Promise<Finding | undefined> {
  for (let after: bigint | null = null; ; ) {
    const { last_id, stray_id }: ScannedEntries = await findUnchainedEntry(
      caller,
      after,
      settled_id,
      entriesPerBatch,
    );
    if (stray_id !== null) {
      const position = await findNextPosition(caller, stray_id);
      return { first_broken_seq: position ?? seq, reason: 'entry_added' };
    }
    if (last_id === null) return undefined;
    after = last_id;
  }
}

function areEqual(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one !== null && other !== null && Buffer.compare(one, other) === 0;
}
