import { focusManager, notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import { ApiError, type WebhookEvent } from '@wfp/client';
import { hasStatus, isTemporary } from '../api/errors.ts';
import type { Resource } from '../api/resources.ts';
import type { Start } from '../api/start.ts';
import type { HubNotice } from './hub/hub-messages.ts';
import { changedRecords, StaleRecords } from './record-paths.ts';
import { rowKey, rows } from './rows.ts';
import { ReloadSchedule } from './schedule/reload-schedule.ts';

/** Time over which the pages of all users spread their requests after a gap. */
const spreadMs = 3_000;
/** Time after which what was requested before the stream was open is loaded again: the page is drawn first. */
const openedMs = 1_000;
/** Minimum time between reloads of permissions, and of schemas, on average. */
const permissionsMs = 5_000;
/** Interval at which permissions are loaded while there is no stream. */
const withoutStreamMs = 60_000;

/** The second part of the keys of queries whose third part is a path of the API: lists, records and what belongs to them. */
const kinds: ReadonlySet<unknown> = new Set(['list', 'record', 'part']);

interface ListMeta {
  /** Reads rows of a response, and returns the response with them; undefined if all of it has to be read. */
  reloadRows?(data: unknown, ids: ReadonlySet<number>): Promise<unknown>;
}

/** The key of the user who deleted the record at a path: null for the service. */
export const deletedByKey = (slug: string, path: string) => [slug, 'deleted-by', path];

/** Keeps the loaded responses of an organization current. TanStack Query reloads those on screen, others when shown. */
export class LiveUpdates {
  readonly #queries: QueryClient;
  readonly #slug: string;
  readonly #user_id: number;
  /** By code of the resource. */
  readonly #stale = new Map<string, StaleRecords>();
  readonly #records = new ReloadSchedule(() => this.#reloadStale());
  readonly #permissions = new ReloadSchedule(() => this.#reloadPermissions(), permissionsMs);
  readonly #menu = new ReloadSchedule(() => this.#reload('menu'));
  readonly #start = new ReloadSchedule(() => this.#reload('start'));
  readonly #schemas = new ReloadSchedule(() => this.#reload('resources', 'schema', 'start'), permissionsMs);
  readonly #stops: (() => void)[];
  readonly #connect: () => void;
  #withoutStream: ReturnType<typeof setInterval> | undefined;

  /** @param connect requests the stream again */
  constructor(queries: QueryClient, slug: string, user_id: number, connect: () => void = () => undefined) {
    this.#queries = queries;
    this.#slug = slug;
    this.#user_id = user_id;
    this.#connect = connect;
    // A request that was rejected shows that the permissions have changed.
    this.#stops = [
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') this.#failed(event.action.error);
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') this.#failed(event.action.error);
      }),
      focusManager.subscribe((isFocused) => {
        if (isFocused && this.#withoutStream) this.#permissions.request();
      }),
    ];
  }

  /** @param isLive true while there is a stream */
  setLive(isLive: boolean): void {
    if (isLive === (this.#withoutStream === undefined)) return;
    clearInterval(this.#withoutStream);
    this.#withoutStream = isLive
      ? undefined
      : setInterval(() => {
          if (!document.hidden) this.#permissions.request();
        }, withoutStreamMs);
  }

  stop(): void {
    this.setLive(true);
    for (const stop of this.#stops) stop();
    const schedules = [this.#records, this.#permissions, this.#menu, this.#start, this.#schemas];
    for (const schedule of schedules) schedule.stop();
  }

  receive(notice: HubNotice): void {
    if (notice.type === 'events') this.#apply(notice.events);
    if (notice.type === 'state') this.setLive(notice.state === 'live');
    if (notice.type !== 'gap' && notice.type !== 'reconnected') return;
    const isFirst = notice.type === 'gap' && !notice.isSpread;
    const delayMs = isFirst ? openedMs : Math.random() * spreadMs;
    if (notice.type === 'gap') this.#afterGap(delayMs);
    // Changes of permissions that the user may not see are not in the stream.
    if (!isFirst) this.#permissions.request(delayMs);
    setTimeout(() => {
      // Such as those of pages that were opened while the service could not be reached.
      void this.#invalidate(({ state }) => isTemporary(state.error));
    }, delayMs);
  }

  #apply(events: readonly WebhookEvent[]): void {
    const resources = this.#queries.getQueryData<Resource[]>([this.#slug, 'resources']) ?? [];
    for (const event of events) {
      for (const record of changedRecords(event, resources)) {
        const stale = this.#stale.get(record.code) ?? new StaleRecords(record);
        this.#stale.set(record.code, stale);
        stale.add(record.id, event.event_type);
        const { path } = record;
        if (path && event.event_type === `${record.code}.post_archive`)
          this.#queries.setQueryData(deletedByKey(this.#slug, path), event.payload.actor_id);
        if (path && event.payload.actor_id !== this.#user_id) rows.awaitChange(rowKey(this.#slug, path));
      }
      this.#metadataOf(event)?.request();
    }
    this.#records.count(events.length);
    const count = [...this.#stale.values()].reduce((sum, { ids }) => sum + ids.size, 0);
    if (count > 0) this.#records.request(undefined, count);
  }

  /** The schedule of the metadata that an event changes, in addition to its record. */
  #metadataOf({ event_type, aggregate_type, aggregate_id }: WebhookEvent): ReloadSchedule | undefined {
    switch (aggregate_type) {
      case 'enum':
        return this.#schemas;
      case 'navigation_item':
        return this.#menu;
      // It may have become read-only, or no longer be.
      case 'organization':
      case 'role':
      // The event does not contain whom a role is granted to.
      case 'grant':
        return this.#permissions;
      case 'user':
        if (aggregate_id !== this.#user_id) return undefined;
        if (event_type === 'user.preferences_changed') return this.#start;
        return event_type === 'user.navigation_changed' ? this.#menu : this.#permissions;
      default:
        return undefined;
    }
  }

  #failed(error: unknown): void {
    if (hasStatus(error, 403) && !this.#isKnownRestriction(error)) this.#permissions.request();
  }

  /** True for a rejection that the page explains already. Otherwise the reload, which is rejected too, would be repeated. */
  #isKnownRestriction(error: unknown): boolean {
    const start = this.#queries.getQueryData<Pick<Start, 'restrictions'>>([this.#slug, 'start']);
    return (
      error instanceof ApiError && start?.restrictions.some(({ reason }) => reason === error.reason) === true
    );
  }

  async #reloadStale(): Promise<void> {
    const stale = [...this.#stale.values()];
    this.#stale.clear();
    const concerns = ({ queryKey: [, kind, first, second] }: Query) => {
      if (kind === 'name') return stale.some((records) => records.concernName(first, second));
      return kinds.has(kind) && stale.some((records) => records.concern(String(first)));
    };
    const lists = document.hidden ? [] : this.#shownLists().filter(concerns);
    const reloaded = await Promise.all(lists.map((list) => this.#reloadRows(list, stale)));
    await this.#invalidate((query) => concerns(query) && !reloaded.includes(query));
  }

  #shownLists(): Query[] {
    return this.#queries.getQueryCache().findAll({ queryKey: [this.#slug, 'list'], type: 'active' });
  }

  /** Reads the changed rows of a list, if that is enough. Returns the list; undefined if it has to be read as a whole. */
  async #reloadRows(list: Query, stale: readonly StaleRecords[]): Promise<Query | undefined> {
    const [, , path] = list.queryKey;
    const [records, ...others] = stale.filter((one) => one.concern(String(path)));
    const read = (list.meta as ListMeta | undefined)?.reloadRows;
    const before = list.state.data;
    if (!read || !records?.areOnlyUpdated || others.length > 0 || before === undefined) return undefined;
    const page = await read(before, records.ids).catch(() => undefined);
    // The page may have been read, or another one shown, in the meantime.
    if (page === undefined || list.state.data !== before) return undefined;
    this.#queries.setQueryData(list.queryKey, page);
    return list;
  }

  /** Events may be missing, so everything that was loaded or requested until now may be stale. */
  #afterGap(delayMs: number): void {
    const before = this.#queries.getQueryCache().findAll({
      queryKey: [this.#slug],
      predicate: ({ queryKey: [, kind], state }) =>
        kinds.has(kind) && (state.data !== undefined || state.fetchStatus === 'fetching'),
    });
    setTimeout(() => {
      // A first response that is still awaited may be older than the stream.
      const loading = before.filter(
        ({ state }) => state.data === undefined && state.fetchStatus === 'fetching',
      );
      for (const query of loading)
        void query
          .fetch()
          .then(() => this.#invalidate((one) => one === query))
          .catch(() => undefined);
      void this.#invalidate((query) => before.includes(query) && !loading.includes(query));
    }, delayMs);
  }

  /** Other permissions may show other records. */
  async #reloadPermissions(): Promise<void> {
    const read = () => this.#queries.getQueryData([this.#slug, 'resources']);
    const before = read();
    await this.#reload('resources', 'menu', 'start');
    // An equal response is the same object.
    if (read() === before) return;
    if (this.#withoutStream) this.#connect();
    // Pages that the user may no longer see are closed then.
    await whenDrawn();
    await this.#invalidate(({ queryKey: [, kind] }) => kinds.has(kind));
  }

  #reload(...names: readonly string[]): Promise<void> {
    return this.#invalidate(({ queryKey: [, kind] }) => names.includes(String(kind)));
  }

  /** In a hidden page, responses are reloaded when it is shown. */
  #invalidate(predicate: (query: Query) => boolean): Promise<void> {
    return this.#queries.invalidateQueries({
      queryKey: [this.#slug],
      predicate,
      refetchType: document.hidden ? 'none' : 'active',
    });
  }
}

/** Waits until React has drawn what has been loaded. */
const whenDrawn = () =>
  new Promise<void>((resolve) => notifyManager.schedule(() => setTimeout(() => resolve())));
