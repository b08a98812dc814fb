import { Link } from '@tanstack/react-router';
import type { Row } from '../../api/call-path.ts';
import { useCan, useSchema } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { labelOf } from '../../generic/labels.ts';
import { loadedRows } from '../../generic/list/sparse/sparse-list.ts';
import { useList } from '../../generic/list/use-list.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { RecordReference } from '../../generic/reference/record-reference.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { ScrollTable } from '../../kit/table/scroll-table.tsx';
import styles from './prompts.module.css';
import { words } from './words.ts';

const maxShown = 10;
const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The latest runs of a template. Suggestions of a run are applied on its own page. */
export function TemplateRuns({ row }: { row: Row }) {
  return useCan()('GET /prompt-runs') ? <Runs template={String(row.code)} /> : null;
}

function Runs({ template }: { template: string }) {
  const { slug } = useOrganization();
  const filter = useSchema('prompt_run', 'filter');
  const { list, error } = useList('/prompt-runs', { template }, filter.data);
  const problem = filter.error ?? error;
  return (
    <section className={styles.panel} aria-label={words.runs.title}>
      <h2>{words.runs.title}</h2>
      {problem && <ProblemMessage error={problem} />}
      {!list && !problem && <StatusMessage>{words.loading}</StatusMessage>}
      {list?.total === 0 && <StatusMessage>{words.runs.none}</StatusMessage>}
      {list && list.total > 0 && (
        <>
          <RunTable
            runs={loadedRows(list)
              .slice(0, maxShown)
              .map(({ row: run }) => run)}
          />
          <p>
            <Link to="/$slug/r/$code" params={{ slug, code: 'prompt_run' }} search={{ template }}>
              {words.runs.all(list.total)}
            </Link>
          </p>
        </>
      )}
    </section>
  );
}

function RunTable({ runs }: { runs: readonly Row[] }) {
  const { slug } = useOrganization();
  return (
    <ScrollTable label={words.runs.table}>
      <thead>
        <tr>
          {[words.runs.time, words.runs.status, words.runs.task, words.runs.applied].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={String(run.id)}>
            <td>
              <Link to="/$slug/r/$code/$key" params={{ slug, code: 'prompt_run', key: String(run.id) }}>
                {times.format(new Date(String(run.created_at)))}
              </Link>
            </td>
            <td>{labelOf(String(run.status))}</td>
            <td>{typeof run.record_id === 'number' && <RecordReference to="task" id={run.record_id} />}</td>
            <td>{(run.applied_fields as readonly string[]).map(labelOf).join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
