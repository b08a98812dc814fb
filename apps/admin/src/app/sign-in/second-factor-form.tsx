import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { verifyCode } from '../../api/session/session.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { Button } from '../../kit/button.tsx';
import { controlClass, Field } from '../../kit/field.tsx';
import styles from '../main-page.module.css';
import { words } from '../words.ts';

interface SecondFactorFormProps {
  slug: string;
  mfa_token: string;
  onSignedIn: () => void;
  onBack: () => void;
}

const text = words.secondFactor;

export function SecondFactorForm({ slug, mfa_token, onSignedIn, onBack }: SecondFactorFormProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const [value, setValue] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      const code = value.replace(/\s/g, '');
      return verifyCode(slug, mfa_token, isRecovery ? { recovery_code: code } : { code });
    },
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== '' && !isPending) mutate();
  };
  const change = () => {
    setIsRecovery(!isRecovery);
    setValue('');
    reset();
    input.current?.focus();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {error && <ProblemMessage error={error} />}
      <Field
        label={isRecovery ? text.recoveryCode : text.code}
        hint={isRecovery ? text.recoveryHint : text.codeHint}
        isRequired
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            name={isRecovery ? 'recovery_code' : 'code'}
            className={controlClass}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" aria-disabled={isPending}>
        {text.submit}
      </Button>
      <div className={styles.actions}>
        <Button onClick={change}>{isRecovery ? text.useApp : text.useRecovery}</Button>
        <Button onClick={onBack}>{text.back}</Button>
      </div>
    </form>
  );
}
