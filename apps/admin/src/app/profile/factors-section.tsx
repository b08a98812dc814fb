import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useOrganization } from '../../api/session/session-context.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { CodesOnce } from '../../kit/secrets/codes-once.tsx';
import { words as signInWords } from '../sign-in/words.ts';
import { AddFactor } from './add-factor.tsx';
import styles from './profile.module.css';
import { ProofForm } from './proof-form.tsx';
import { words } from './words.ts';

const text = words.factors;
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The content of the open dialog: the setup of a factor, its removal by id, new recovery codes, or codes to store. */
type Step =
  | { kind: 'add' | 'renew' }
  | { kind: 'remove'; id: number }
  | { kind: 'codes'; codes: readonly string[] };

/** The second factors of the user, and recovery codes. */
export function FactorsSection({ me }: { me: { email: string } }) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const queryKey = [slug, 'factors'];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => session.client.get('/mfa', { signal }),
    staleTime: 0,
  });
  const close = () => {
    setStep(null);
    void queries.invalidateQueries({ queryKey });
    // Without a required factor, access is restricted.
    void queries.invalidateQueries({ queryKey: [slug, 'start'] });
  };
  const store = (codes: readonly string[]) =>
    codes.length > 0 ? setStep({ kind: 'codes', codes }) : close();
  return (
    <section className={styles.section} aria-label={text.title}>
      <h2>{text.title}</h2>
      {error && <ProblemMessage error={error} />}
      {!data && !error && <StatusMessage>{words.loading}</StatusMessage>}
      {data && <p>{data.is_on ? text.left(data.recovery_codes_left) : text.none}</p>}
      <ul className={styles.list}>
        {data?.methods.map(({ id, label, confirmed_at }) => (
          <li key={id} className={styles.entry}>
            <span>{[label, text.added(days.format(new Date(confirmed_at)))].join(', ')}</span>
            <Button
              aria-haspopup="dialog"
              aria-label={text.removeOf(label)}
              onClick={() => setStep({ kind: 'remove', id })}
            >
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button aria-haspopup="dialog" onClick={() => setStep({ kind: 'add' })}>
          {text.add}
        </Button>
        {data?.is_on && (
          <Button aria-haspopup="dialog" onClick={() => setStep({ kind: 'renew' })}>
            {text.renew}
          </Button>
        )}
      </div>
      {step && <StepDialog step={step} email={me.email} onClose={close} onCodes={store} />}
    </section>
  );
}

interface StepDialogProps {
  step: Step;
  email: string;
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}

function StepDialog({ step, email, onClose, onCodes }: StepDialogProps) {
  const { session } = useOrganization();
  const frame = (title: string, content: ReactNode, label: string = text.cancel) => (
    <Dialog title={title} onClose={onClose}>
      {content}
      <p>
        <Button onClick={onClose}>{label}</Button>
      </p>
    </Dialog>
  );
  switch (step.kind) {
    case 'add':
      return frame(text.add, <AddFactor onConfirmed={onCodes} />);
    case 'remove':
      return frame(
        text.remove,
        <ProofForm
          email={email}
          submit={text.remove}
          send={(body) =>
            session.client.post('/mfa/methods/{id}/remove', { params: { path: { id: step.id } }, body })
          }
          onDone={onClose}
        />,
      );
    case 'renew':
      return frame(
        text.renew,
        <ProofForm
          email={email}
          submit={text.renew}
          send={(body) => session.client.post('/mfa/recovery-codes', { body })}
          onDone={({ recovery_codes = [] }) => onCodes(recovery_codes)}
        />,
      );
    case 'codes':
      return frame(
        signInWords.factor.codesTitle,
        <>
          <p>{signInWords.factor.codes}</p>
          <CodesOnce
            codes={step.codes}
            labels={{ list: signInWords.factor.codesTitle, ...signInWords.factor }}
          />
        </>,
        text.done,
      );
  }
}
