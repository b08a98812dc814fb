import { useQuery } from '@tanstack/react-query';
import { checkSlug } from '../../../api/accounts.ts';
import { Button } from '../../../kit/button.tsx';
import { TextInput } from '../form/text-form.tsx';
import type { TextField, TextFormState } from '../form/use-text-form.ts';
import { words } from '../words.ts';
import styles from './slug-field.module.css';
import { useDelayed } from './use-delayed.ts';

/** Time without input after which the value is checked. */
const pauseMs = 300;

/** Asks the service, once the user pauses, whether a slug is free. */
export function useSlugCheck(text: string) {
  const slug = useDelayed(text.trim().toLowerCase(), pauseMs);
  const { data } = useQuery({
    queryKey: ['org-slugs', slug],
    queryFn: ({ signal }) => checkSlug(slug, signal),
    enabled: slug !== '',
    staleTime: 10_000,
  });
  return { slug, result: data };
}

interface SlugFieldProps<Name extends string> {
  form: TextFormState<Name>;
  field: TextField<Name>;
}

/** The slug of a new organization, with the result of a check and a proposal. */
export function SlugField<Name extends string>({ form, field }: SlugFieldProps<Name>) {
  const value = form.values[field.name];
  const { slug, result } = useSlugCheck(value);
  const isCurrent = slug !== '' && slug === value.trim().toLowerCase();
  const suggestion = result?.suggestion;
  return (
    <div className={styles.slug}>
      <TextInput form={form} field={field} />
      <p role="status" className={styles.status}>
        {isCurrent && result && (result.available ? words.signUp.free(slug) : words.signUp.taken(slug))}
      </p>
      {isCurrent && suggestion && (
        <Button onClick={() => form.setValue(field.name, suggestion)}>{words.signUp.use(suggestion)}</Button>
      )}
    </div>
  );
}
