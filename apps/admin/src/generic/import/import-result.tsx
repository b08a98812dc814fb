import { ErrorMessage, StatusMessage } from '../../kit/message.tsx';
import { ScrollTable } from '../../kit/table/scroll-table.tsx';
import { labelOf } from '../labels.ts';
import { words } from '../words.ts';
import type { Import } from './use-import.ts';

/** The numbers of rows that an import has written, or would write, or the errors of its rows. */
export function ImportResult({ shown: { dry_run, status, result, error } }: { shown: Import }) {
  if (status === 'succeeded' && result)
    return <StatusMessage>{dry_run ? words.import.would(result) : words.import.done(result)}</StatusMessage>;
  const errors = result?.errors ?? [];
  return (
    <>
      <ErrorMessage>{error ?? words.import.failed}</ErrorMessage>
      {errors.length > 0 && (
        <>
          <p>{words.import.correct}</p>
          <ScrollTable label={words.import.errors} isTall>
            <thead>
              <tr>
                {[words.import.row, words.import.column, words.import.problem].map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {errors.map(({ row, field, message }) => (
                <tr key={`${row} ${field} ${message}`}>
                  <td>{row}</td>
                  <td>{field === null ? words.record.empty : labelOf(field)}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        </>
      )}
    </>
  );
}
