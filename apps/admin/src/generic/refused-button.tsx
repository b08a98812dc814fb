import { lazy, Suspense, useId, useState } from 'react';
import type { Refusal } from '../api/rights/row-rights.ts';
import { Button } from '../kit/button.tsx';
import type { IconName } from '../kit/icons.ts';
import styles from './refused-button.module.css';
import { words } from './words.ts';

const WhyDialog = lazy(async () => ({ default: (await import('./why-button.tsx')).WhyDialog }));

interface RefusedButtonProps {
  label: string;
  /** The accessible name, if it is not the label. */
  name?: string;
  icon?: IconName;
  refusal: Refusal;
}

/** A control that the user can use for other records. It states so when focused, and opens the explanation. */
export function RefusedButton({ label, name, icon, refusal }: RefusedButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <span className={styles.refused}>
      <Button
        {...(icon && { icon })}
        aria-disabled
        aria-haspopup="dialog"
        aria-label={name}
        aria-describedby={id}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <span role="tooltip" id={id} className={styles.reason}>
        {words.why.refused}
      </span>
      {isOpen && (
        <Suspense>
          <WhyDialog {...refusal} isOfRecord onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}
