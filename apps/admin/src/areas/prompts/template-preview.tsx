import { callPath, type Row } from '../../api/call-path.ts';
import { useCan, useSchema } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';
import { BodyForm } from '../../generic/form/body-form.tsx';
import { ObjectValue } from '../../generic/object-value.tsx';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { ErrorMessage, StatusMessage } from '../../kit/message.tsx';
import styles from './prompts.module.css';
import { words } from './words.ts';

/** Part of the response. */
interface Preview {
  input: Readonly<Record<string, string>> | null;
  output: object | null;
  error: string | null;
  is_shortened: boolean;
  status: string;
  provider: string | null;
  model: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  latency_ms: number | null;
}

/** Evaluates the template on a task that the user chooses, and shows what is sent and what results. */
export function TemplatePreview({ row }: { row: Row }) {
  const can = useCan();
  const { session } = useOrganization();
  const { data: schema, error } = useSchema('prompt_template', 'action', { action: 'preview' });
  const preview = useSingleMutation({
    mutationFn: (body: Row) =>
      callPath<Preview>(session.client, 'post', `/prompt-templates/${row.id}/preview`, { body }),
  });
  if (!can('POST /prompt-templates/{id}/preview')) return null;
  return (
    <section className={styles.panel} aria-label={words.preview.title}>
      <h2>{words.preview.title}</h2>
      <p>{words.preview.hint}</p>
      {error && <ProblemMessage error={error} />}
      {schema && (
        <BodyForm
          schema={schema}
          submitLabel={words.preview.run}
          isPending={preview.isPending}
          error={preview.error}
          onSubmit={preview.mutate}
          hasContent={false}
        />
      )}
      {preview.isPending && <StatusMessage>{words.preview.running}</StatusMessage>}
      {preview.data && !preview.isPending && <Result preview={preview.data} />}
    </section>
  );
}

function Result({ preview }: { preview: Preview }) {
  const { input, output, error, is_shortened, status, provider, model, latency_ms } = preview;
  const { input_tokens, output_tokens } = preview;
  const facts = { status, provider, model, input_tokens, output_tokens, latency_ms };
  return (
    <>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      <h3>{words.preview.facts}</h3>
      <ObjectValue value={facts} />
      {output && (
        <>
          <h3>{words.preview.output}</h3>
          <ObjectValue value={output} />
        </>
      )}
      {is_shortened && <p>{words.preview.shortened}</p>}
      {!input && <p>{words.preview.noInput}</p>}
      {input && (
        <details>
          <summary>{words.preview.input}</summary>
          {Object.entries(input).map(([name, text]) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
            <section key={name} className={styles.text} aria-label={name} tabIndex={0}>
              {text}
            </section>
          ))}
        </details>
      )}
    </>
  );
}
