import { type Caller, type Platform, systemCaller } from '@wfp/shared';

/** An operator who runs a command. Actions are recorded in the audit log of each affected organization. */
export interface Operator {
  platform: Platform;
  /** Self-declared: database access is the only authentication. */
  name: string;
  /** Id of this run of the command, for the audit log. */
  run_id: string;
  command: string;
  /** Reports the progress of a long command. */
  progress(line: string): void;
}

/** Returns the operator as a caller in an organization: without user, named in audit entries. */
export function operatorCaller(
  { platform, name, run_id, command }: Operator,
  org_id: number,
  emits: readonly string[] = [],
): Caller {
  const origin = { request_id: run_id, ip: null, user_agent: `ops ${command}` };
  const system = systemCaller(platform, org_id, origin, emits);
  return { ...system, name: `operator ${name}`, credential: { kind: 'system', by: 'operator' } };
}
