import type { Row } from '../../api/call-path.ts';
import { useShownRows } from '../../live/use-shown-rows.ts';
import { pathOfRow } from '../list/use-list.ts';
import type { LoadedColumn } from './use-board.ts';

interface PlacedColumn {
  code: string;
  total: number;
  rows: readonly Row[];
}

/**
 * The columns of a board with each record in the column of the value that it has now, although the columns were loaded
 * before the change. The service, too, puts a moved record at the end of its new column.
 */
export function usePlacedRows(listPath: string, by: string, loaded: readonly LoadedColumn[]): PlacedColumn[] {
  const cards = loaded.flatMap((column) =>
    column.data.map((row) => ({ row, path: pathOfRow(listPath, row), from: String(column[by]) })),
  );
  const shown = useShownRows(cards);
  const placed = cards.map(({ row, from }, index) => ({ row, from, to: String(shown[index]?.[by]) }));
  return loaded.map((column) => {
    const code = String(column[by]);
    const staying = placed.filter(({ from, to }) => from === code && to === code);
    const arriving = placed.filter(({ from, to }) => from !== code && to === code);
    const left = column.data.length - staying.length;
    return {
      code,
      total: column.total - left + arriving.length,
      rows: [...staying, ...arriving].map(({ row }) => row),
    };
  });
}
