import { useState } from 'react';
import { signUp } from '../../../api/accounts.ts';
import { StatusMessage } from '../../../kit/message.tsx';
import { TextForm, TextInput, TextInputs } from '../form/text-form.tsx';
import { type TextField, type TextFormState, useTextForm } from '../form/use-text-form.ts';
import { OpenLink, SignInLink } from '../links/page-links.tsx';
import { SignInFrame } from '../sign-in-frame.tsx';
import { words } from '../words.ts';
import { SlugField, useSlugCheck } from './slug-field.tsx';

const text = words.signUp;

type Name = 'org_name' | 'org_slug' | 'first_name' | 'last_name' | 'email' | 'password';

const nameField: TextField<Name> = {
  name: 'org_name',
  label: text.name,
  type: 'text',
  autoComplete: 'organization',
};
const slugField: TextField<Name> = {
  name: 'org_slug',
  label: text.slug,
  type: 'text',
  autoComplete: 'off',
  hint: text.slugHint,
};
const personFields: readonly TextField<Name>[] = [
  { name: 'first_name', label: words.firstName, type: 'text', autoComplete: 'given-name' },
  { name: 'last_name', label: words.lastName, type: 'text', autoComplete: 'family-name' },
  { name: 'email', label: words.email, type: 'email', autoComplete: 'username' },
  {
    name: 'password',
    label: words.password,
    type: 'password',
    autoComplete: 'new-password',
    hint: words.passwordHint,
  },
];
const fields = [nameField, slugField, ...personFields];

interface Founded {
  name: string;
  slug: string;
  email: string;
}

/** Creates an organization and signs in as its owner. */
export function SignUpPage() {
  const [founded, setFounded] = useState<Founded | null>(null);
  if (!founded) return <SignUpForm onFounded={setFounded} />;
  return (
    <SignInFrame title={text.doneTitle(founded.name)}>
      <StatusMessage>{text.done(founded.email)}</StatusMessage>
      <OpenLink slug={founded.slug} />
    </SignInFrame>
  );
}

function SignUpForm({ onFounded }: { onFounded: (founded: Founded) => void }) {
  const form = useTextForm({
    fields,
    send: async (values) => {
      const slug = values.org_slug.toLowerCase();
      const { org_name: name, email } = await signUp({ ...values, org_slug: slug });
      return { name, slug, email };
    },
    onDone: onFounded,
  });
  useProposedSlug(form);
  return (
    <SignInFrame title={text.title}>
      <TextForm form={form} submit={text.submit}>
        <TextInput form={form} field={nameField} />
        <SlugField form={form} field={slugField} />
        <TextInputs form={form} fields={personFields} />
      </TextForm>
      <SignInLink />
    </SignInFrame>
  );
}

/** Derives the slug from the name of the organization until the user changes it. */
function useProposedSlug({ values, setValue }: TextFormState<Name>): void {
  const [proposed, setProposed] = useState('');
  const isDerived = values.org_slug === proposed;
  const { slug, result } = useSlugCheck(isDerived ? values.org_name : '');
  const next = result?.available ? slug : result?.suggestion;
  if (isDerived && next && next !== proposed) {
    setProposed(next);
    setValue('org_slug', next);
  }
}
