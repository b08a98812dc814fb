import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** Attributes that connect a control with its label, its hint and its errors. */
export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  errors?: readonly string[] | undefined;
  /** The number of characters, near the maximum. */
  count?: string | undefined;
  isRequired?: boolean;
  children: (control: ControlProps) => ReactNode;
}

/** A control with its label, and with its errors below it. */
export function Field({ label, hint, errors = [], count, isRequired = false, children }: FieldProps) {
  const id = useId();
  const parts = { hint, errors: errors.length > 0, count };
  const described = Object.entries(parts)
    .filter(([, isShown]) => isShown)
    .map(([name]) => `${id}-${name}`)
    .join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(errors.length > 0 && { 'aria-invalid': true }),
        ...(isRequired && { 'aria-required': true }),
      })}
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
      {count && (
        <p id={`${id}-count`} className={styles.hint}>
          {count}
        </p>
      )}
    </div>
  );
}

/** The class of text inputs, selects and text areas. */
export const controlClass = styles.control;
