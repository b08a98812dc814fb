import { type Caller, type Platform, systemCaller } from '@wfp/shared';

/** Somebody who runs the service, at work on it: what they do is in the audit log of every organization it touches. */
export interface Operator {
  platform: Platform;
  /** Who they say they are: whoever reaches the database could say anything. */
  name: string;
  /** One run of a command, as the audit log has it. */
  run_id: string;
  command: string;
  /** Tells how far something is that takes its time. */
  progress(line: string): void;
}

/** The operator as a caller in an organization. No user: audit entries have the name. */
export function operatorCaller(
  { platform, name, run_id, command }: Operator,
  org_id: number,
  emits: readonly string[] = [],
): Caller {
  const origin = { request_id: run_id, ip: null, user_agent: `ops ${command}` };
  return { ...systemCaller(platform, org_id, origin, emits), name: `operator ${name}` };
}
