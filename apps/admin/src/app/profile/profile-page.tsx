import '../../kit/hooks/keep-focus.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '@wfp/client';
import { useState } from 'react';
import type { JsonSchema } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { useMe } from '../../api/start.ts';
import { BodyForm } from '../../generic/form/body-form.tsx';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { useTitle } from '../../kit/hooks/use-title.ts';
import { StatusMessage } from '../../kit/message.tsx';
import { DisplaySettings } from '../preferences/display-settings.tsx';
import { ShortcutSettings } from '../preferences/shortcut-settings.tsx';
import { EmailSection } from './email-section.tsx';
import { FactorsSection } from './factors-section.tsx';
import { PasswordSection } from './password-section.tsx';
import styles from './profile.module.css';
import { SessionsSection } from './sessions-section.tsx';
import { words } from './words.ts';

type Me = components['schemas']['Me'];

/** The account of the user: name and language, address, password, second factors and sessions. */
export function ProfilePage() {
  const { slug } = useOrganization();
  const { data: me, error } = useMe();
  useTitle(words.title, slug);
  return (
    <div className={styles.page}>
      <h1>{words.title}</h1>
      {error && <ProblemMessage error={error} />}
      {!me && !error && <StatusMessage>{words.loading}</StatusMessage>}
      {me && (
        <>
          <AccountSection me={me} />
          <EmailSection me={me} />
          <PasswordSection me={me} />
          <FactorsSection me={me} />
          <SessionsSection />
          <DisplaySettings />
          <ShortcutSettings />
        </>
      )}
    </div>
  );
}

const schema: JsonSchema = {
  required: ['first_name', 'last_name'],
  properties: {
    first_name: { type: 'string', maxLength: 100 },
    last_name: { type: 'string', maxLength: 100 },
    display_name: { type: ['string', 'null'], maxLength: 100, description: 'Shown instead of the name' },
    locale: { type: 'string', maxLength: 35, description: 'Language, such as en or de-AT' },
    time_zone: { type: 'string', maxLength: 64, description: 'Such as Europe/Berlin' },
    follow_employee_name: {
      type: 'boolean',
      description: 'Use the name of your employee record, now and in future',
    },
  },
};

function AccountSection({ me }: { me: Me }) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const [version, setVersion] = useState(0);
  const save = useMutation({
    mutationFn: (body: object) => session.client.patch('/users/me', { body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [slug, 'start'] });
      setVersion(version + 1);
    },
  });
  return (
    <section className={styles.section} aria-label={words.account.title}>
      <h2>{words.account.title}</h2>
      <BodyForm
        key={version}
        schema={schema}
        row={me}
        submitLabel={words.save}
        isPending={save.isPending}
        error={save.error}
        onSubmit={(body) => save.mutate(body)}
        onCancel={() => setVersion(version + 1)}
        request="patch /users/me"
      />
      {save.isSuccess && <StatusMessage>{words.saved}</StatusMessage>}
    </section>
  );
}
