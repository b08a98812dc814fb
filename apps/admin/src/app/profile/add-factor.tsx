import { ApiError } from '@wfp/client';
import { useEffect } from 'react';
import { useOrganization } from '../../api/session/session-context.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { AppSetup } from '../sign-in/factor/app-setup.tsx';
import { useEnrolment } from '../sign-in/factor/use-enrolment.ts';
import { TextForm, TextInputs } from '../sign-in/form/text-form.tsx';
import { useTextForm } from '../sign-in/form/use-text-form.ts';
import { codeField } from './proof-form.tsx';
import { words } from './words.ts';

/** Sets up an authenticator app, after a code of another one if there is one. */
export function AddFactor({ onConfirmed }: { onConfirmed: (codes: readonly string[]) => void }) {
  const { data: enrolment, mutate: start, error } = useEnrolment();
  useEffect(() => start(), [start]);
  if (enrolment)
    return <AppSetup enrolment={enrolment} onConfirmed={onConfirmed} onExpired={() => start()} />;
  if (error instanceof ApiError && error.reason === 'mfa_step_up') return <StepUp onDone={() => start()} />;
  if (error) return <ProblemMessage error={error} />;
  return <StatusMessage>{words.loading}</StatusMessage>;
}

function StepUp({ onDone }: { onDone: () => void }) {
  const { session } = useOrganization();
  const form = useTextForm({
    fields: [codeField],
    send: (body) => session.client.post('/auth/mfa/step-up', { body }),
    onDone,
  });
  return (
    <>
      <p>{words.factors.verifyFirst}</p>
      <TextForm form={form} submit={words.factors.verify}>
        <TextInputs form={form} fields={[codeField]} />
      </TextForm>
    </>
  );
}
