import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

type Variant = 'plain' | 'primary' | 'danger';

type ButtonProps = ComponentProps<'button'> & {
  variant?: Variant;
  icon?: IconName;
};

/** The class of a link that looks like a button. */
export const buttonClass = (variant: Variant): string => `${styles.button} ${styles[variant] ?? ''}`;

/** A button. Does not submit a form unless `type` is `submit`. */
export function Button({ variant = 'plain', icon, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={buttonClass(variant)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type IconButtonProps = ComponentProps<'button'> & { icon: IconName; label: string };

/** A button that shows only an icon. `label` is its accessible name and its tooltip. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={styles.icon} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
