import { areas } from '@wfp/areas';
import * as database from '@wfp/shared/db';
import { readCode } from './code-files.ts';
import { declaredResources, handwrittenCollections, isNested } from './collections.ts';
import { crossAreaSql, tableOwners } from './cross-area-sql.ts';
import { mentioningFiles, smallestArea } from './mentions.ts';
import { carriedShare } from './planned-resources.ts';
import { accessChecksByHand, lanesByHand, tableListsByHand } from './repeated-code.ts';

/** One measurement of the cost of adding an area. */
export interface Metric {
  name: string;
  method: string;
  /** The target: a maximum, or a minimum for a share. */
  aim: number;
  now: number;
  unit?: '%';
  /** The places that are counted; for a share, the kinds that do not count. */
  places: readonly string[];
}

export async function measure(root: string): Promise<Metric[]> {
  const [areaFiles, kernelFiles, scripts, owners] = await Promise.all([
    readCode(root, 'packages/areas/src'),
    readCode(root, 'packages/shared/src'),
    readCode(root, 'prisma'),
    tableOwners(root),
  ]);
  const counted = (metric: Omit<Metric, 'now'>): Metric => ({ ...metric, now: metric.places.length });
  return [
    ...(await ofAreas(root)),
    counted({
      name: "SQL on another area's tables in a store",
      method:
        'table names after from, join, update, into, using in *.store.ts; views and functions do not count',
      aim: 30,
      places: (await crossAreaSql(root)).map(({ file, table, owner }) => `${file}: ${table} of ${owner}`),
    }),
    counted({
      name: 'lanes that repeat payload, key and backlog',
      method: 'lane() with a payload of org_id alone in areas, instead of organizationLane()',
      aim: 0,
      places: lanesByHand(areaFiles),
    }),
    counted({
      name: '"404 when unseen, 403 when only readable" by hand',
      method: 'functions of areas that throw both notFound and forbidden',
      aim: 1,
      places: accessChecksByHand(areaFiles),
    }),
    counted({
      name: 'functions for reading',
      method:
        'functions that @wfp/shared/db exports under a name that begins with read, or as one, page or rows',
      aim: 3,
      places: exportedFunctions(/^(?:read|one$|page$|rows$)/),
    }),
    counted({
      name: 'functions for writing',
      method: 'functions that @wfp/shared/db exports under a name that begins with write',
      aim: 2,
      places: exportedFunctions(/^write/),
    }),
    counted({
      name: 'lists of tables maintained by hand',
      method:
        'array literals in packages/areas, packages/shared and prisma that name at least three tables of other areas or of the kernel',
      aim: 0,
      places: tableListsByHand([...areaFiles, ...kernelFiles, ...scripts], owners),
    }),
  ];
}

async function ofAreas(root: string): Promise<Metric[]> {
  const smallest = await smallestArea(root);
  const mentioning = await mentioningFiles(root, smallest, areas);
  const declared = await declaredResources(root);
  const byHand = handwrittenCollections(areas, declared);
  const carried = await carriedShare(root);
  return [
    {
      name: 'files outside the folder of an area that must be edited to add it',
      method: `files that mention ${smallest}, the smallest area, without schema, migrations, docs and generated ones`,
      aim: 1,
      now: mentioning.length,
      places: mentioning,
    },
    {
      name: 'kinds of records that a definition supports',
      method: 'planned kinds for which the declaration of defineResource has every property that they need',
      aim: 90,
      now: carried.percent,
      unit: '%',
      places: carried.missing,
    },
    {
      name: 'near-identical nested collections',
      method: 'paths below a row with at least three of the five standard endpoints, declared individually',
      aim: 0,
      now: byHand.filter(isNested).length,
      places: byHand.filter(isNested).map((one) => `${one.path}: ${one.endpoints.join(', ')}`),
    },
  ];
}

const exportedFunctions = (pattern: RegExp): string[] =>
  Object.entries(database).flatMap(([name, value]) =>
    typeof value === 'function' && pattern.test(name) ? [name] : [],
  );
