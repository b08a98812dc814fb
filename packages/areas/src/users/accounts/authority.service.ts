import { type Caller, invalidField } from '@wfp/shared';

/** @throws AppError `invalid`, so that users cannot lock themselves out */
export function rejectSelf(caller: Caller, id: number, act: string): void {
  if (id === caller.user_id) throw invalidField('id', `You cannot ${act} yourself`);
}
