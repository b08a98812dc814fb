import type { Client, TestService } from '@wfp/api/testing';
import { systemCaller } from '@wfp/shared';
import { writeSteps } from '@wfp/shared/db';
import { seedEnums } from '../index.ts';

/** Sees to it that an organization has the vocabularies of the service. */
export async function seeded(service: TestService, owner: Client): Promise<void> {
  if ((await owner.call('GET', '/enums/task_category')).status === 200) return;
  const origin = { request_id: 'seed', ip: null, user_agent: null };
  const emits = ['enum.post_create', 'enum_value.post_create'];
  const caller = systemCaller(service.platform, owner.user.org_id, origin, emits);
  await writeSteps(caller, (tx) => seedEnums(tx, caller));
}
