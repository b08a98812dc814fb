import { type ReactNode, type Ref, useId } from 'react';
import styles from './field.module.css';

interface FieldSetProps {
  label: string;
  hint?: string | undefined;
  errors?: readonly string[] | undefined;
  isRequired?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLFieldSetElement>;
}

/** Several controls with a common label, and with the errors that concern all of them. */
export function FieldSet({ label, hint, errors = [], isRequired = false, children, ref }: FieldSetProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, errors.length > 0 && `${id}-errors`].filter(Boolean).join(' ');
  return (
    <fieldset ref={ref} className={styles.set} {...(described && { 'aria-describedby': described })}>
      <legend className={styles.label}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {errors.length > 0 && (
        <p id={`${id}-errors`} className={styles.errors}>
          {errors.join('. ')}
        </p>
      )}
      {children}
    </fieldset>
  );
}
