import type { Caller } from '@wfp/shared';
import { type Change, insertInto, Prisma, recordedTable } from '@wfp/shared/db';
import type { ChainFault, VerifyAuditLog } from './verify.contract.ts';

const { sql } = Prisma;

const verificationsTable = recordedTable({
  name: 'audit_verifications',
  aggregate: 'audit_log',
  columns: Prisma.AuditVerificationScalarFieldEnum,
});

interface Result {
  checked: number;
  finding: { first_broken_seq: number; reason: ChainFault } | undefined;
}

export function insertVerification(
  caller: Caller,
  { from_seq, to_seq }: VerifyAuditLog,
  { checked, finding }: Result,
): Change<{ id: number }> {
  return {
    table: verificationsTable,
    statement: insertInto(caller, verificationsTable, {
      from_seq: sql`${from_seq ?? null}::int8`,
      to_seq: sql`${to_seq ?? null}::int8`,
      is_valid: finding === undefined,
      checked: sql`${checked}::int8`,
      first_broken_seq: sql`${finding?.first_broken_seq ?? null}::int8`,
      reason: finding?.reason ?? null,
      created_by: caller.user_id,
    }),
    select: sql`c.id`,
  };
}
