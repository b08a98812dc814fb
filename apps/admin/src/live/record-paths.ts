import type { WebhookEvent } from '@wfp/client';
import { keyOf, type Resource } from '../api/resources.ts';

/** The part of a resource that determines the paths of its records. */
export type PathOwner = Pick<Resource, 'code' | 'path'>;

/** A record that an event is about. */
export interface ChangedRecord {
  code: string;
  /** The path of its list, with a parameter if it belongs to another record. */
  listPath: string;
  id: number;
  /** The path of the record; undefined if it is not identified by its id. */
  path: string | undefined;
}

/** The records that an event is about, of resources that the user may see: the changed one, and the one it belongs to. */
export function changedRecords(event: WebhookEvent, resources: readonly PathOwner[]): ChangedRecord[] {
  const { aggregate_type, aggregate_id, payload } = event;
  const subjects = new Map([
    [aggregate_type, aggregate_id],
    [payload.record_type, payload.record_id],
  ]);
  return [...subjects].flatMap(([code, id]) => {
    // The path of the organization is that of a record: it is in no list.
    const listPath = resources.find((one) => one.code === code)?.path?.replace(/\/:\w+$/, '');
    return listPath ? [{ code, listPath, id, path: pathOfRecord(listPath, id, aggregate_id) }] : [];
  });
}

function pathOfRecord(listPath: string, id: number, aggregate_id: number): string | undefined {
  if (listPath.includes(':')) return `${listPath.replace(/:\w+/, String(aggregate_id))}/${id}`;
  return keyOf(listPath) === 'id' ? `${listPath}/${id}` : undefined;
}

/** Changed records of one list. */
export class StaleRecords {
  readonly ids = new Set<number>();
  /** False if records may have been created, deleted or restored. */
  areOnlyUpdated = true;
  readonly #pattern: RegExp;
  readonly #hasIds: boolean;

  readonly #code: string;

  constructor({ code, listPath }: Pick<ChangedRecord, 'code' | 'listPath'>) {
    this.#code = code;
    this.#pattern = new RegExp(`^${listPath.replace(/:\w+/g, '[^/]+')}(?:/([^/]+)(?:/.*)?)?$`);
    this.#hasIds = listPath.includes(':') || keyOf(listPath) === 'id';
  }

  add(id: number, eventType: string): void {
    this.ids.add(id);
    if (eventType !== `${this.#code}.post_update`) this.areOnlyUpdated = false;
  }

  /** True if the name of a record may have changed. */
  concernName(code: unknown, id: unknown): boolean {
    return code === this.#code && this.ids.has(Number(id));
  }

  /** True if the response at a path of the API, that of a list, of a record or below it, may contain one of the records. */
  concern(path: string): boolean {
    const found = this.#pattern.exec(path);
    if (!found) return false;
    const [, key] = found;
    return key === undefined || !this.#hasIds || this.ids.has(Number(key));
  }
}
