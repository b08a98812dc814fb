import { percentile } from '../measurements/statistics.ts';
import { get, type Tenant } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';

export interface MeasuredList {
  route: string;
  p50: number;
  p99: number;
  slowest: number;
  rows: number;
  total: string;
}

export const describeList = ({ route, p50, p99, slowest, rows, total }: MeasuredList): string[] => [
  route,
  p50.toFixed(1),
  p99.toFixed(1),
  slowest.toFixed(1),
  String(rows),
  total,
];

interface ListBody {
  data: unknown[];
  total?: number;
  total_is_exact?: boolean;
}

/** Measures a list after a tenth of its requests, for which statements are planned. */
export async function measureList(
  service: Installation,
  { headers }: Tenant,
  route: string,
  count: number,
): Promise<MeasuredList> {
  const times: number[] = [];
  let body: ListBody = { data: [] };
  for (let n = -Math.ceil(count / 10); n < count; n += 1) {
    const start = performance.now();
    body = await get<ListBody>(service, route, headers);
    if (n >= 0) times.push(performance.now() - start);
  }
  const bound = body.total_is_exact === false ? '+' : '';
  return {
    route: route.replace(/(?<=[?&]after=)[^&]+/, '…'),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    slowest: Math.max(...times),
    rows: body.data.length,
    total: body.total === undefined ? '' : `${body.total}${bound}`,
  };
}
