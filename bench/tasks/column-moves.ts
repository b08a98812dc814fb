import type { LoadRequest } from 'autocannon';
import { figures, ratioLine } from '../measurements/report.ts';
import { alternate, type Subject } from '../measurements/rounds.ts';
import { signUp } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';
import type { Scenario } from '../scenarios.ts';
import { fillColumn, sampleOf } from './boards.ts';

const lengths = [10, 1_000, 100_000];
const tinyLengths = [10, 100];
const requestsPerColumn = 500;

/** Moves within one column, to positions anywhere in it, by all connections at the same time. */
export const columnMoves: Scenario = async ({ services, ground, options, isSmoke }) => {
  const lines: string[] = [];
  for (const length of isSmoke ? tinyLengths : lengths) {
    const subjects: Subject[] = [];
    for (const installation of services) {
      const requests = await movesWithin(installation, length);
      subjects.push({ name: `${installation.name}, ${length} tasks`, installation, requests });
    }
    const measured = await alternate(ground, subjects, options);
    const [first, second] = measured;
    lines.push(figures(measured), ...(first && second ? [ratioLine(second, first)] : []));
  }
  return lines.join('\n');
};

async function movesWithin(installation: Installation, length: number): Promise<LoadRequest[]> {
  const [tenant] = await signUp(installation, 1);
  if (!tenant) throw new Error('No organization was created');
  const ids = sampleOf(await fillColumn(installation, tenant, 'todo', length), requestsPerColumn);
  const headers = { 'content-type': 'application/json', ...tenant.headers };
  return Array.from({ length: requestsPerColumn }, (_, index) => ({
    method: 'POST',
    path: `/api/tasks/${ids[index % ids.length]}/move`,
    headers,
    body: JSON.stringify({ status: 'todo', position: Math.floor(((index * 0.618_034) % 1) * length) }),
  }));
}
