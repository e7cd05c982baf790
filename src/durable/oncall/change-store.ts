/** Rows of changes that people made: deployments, feature flags, configurations and others. */

import { isSameChange, SAME_CHANGE_MS } from '../../agent/same-change.ts'
import { newId } from '../../contracts/ids.ts'
import {
  CHANGE_SERVICES_MAX,
  type ChangeInput,
  type ChangePage,
  type ChangeQuery,
  type ChangeView,
} from '../../contracts/oncall-protocol.ts'

/** Changes a project keeps; the oldest are removed. */
const CHANGES_MAX = 100_000
const WORDS_CHARS_MAX = 2_000
/** The source of changes that were seen in telemetry. */
const SEEN = 'telemetry'
/** Rollouts that take longer than this are looked for by their beginning alone. */
const LONGEST_MS = 6 * 3_600_000
const TWINS_MAX = 100

export class ChangeStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Stores a change. One with the same source and key is updated; fields that the new one leaves out stay as they were. */
  put(deliveryId: string, index: number, change: ChangeInput, nowMs: number): ChangeView {
    const given = { ...change, url: linkOf(change.url) }
    const key = change.dedupKey ?? `${deliveryId}/${index}`
    const known = this.#byKey(change.source, key)
    if (known === null) return this.#putNew(given, key, nowMs)
    const view = updated(known, given, nowMs)
    this.#write(view, key)
    return view
  }

  /** What somebody told and what telemetry shows of one change are one row. What was told says more, whichever came first. */
  #putNew(given: ChangeInput, key: string, nowMs: number): ChangeView {
    const twin = this.#twinOf(given)
    if (twin === null) {
      const view = { ...given, id: newId(), recordedAt: nowMs, updatedAt: nowMs }
      this.#write(view, key)
      return view
    }
    const { id, recordedAt } = twin.view
    const isSeen = given.source === SEEN
    const told: Pick<ChangeView, keyof ChangeInput | 'sources'> = given
    const [first, second] = isSeen ? [twin.view, told] : [told, twin.view]
    const view: ChangeView = {
      ...first,
      services: [...new Set([...first.services, ...second.services])].slice(0, CHANGE_SERVICES_MAX),
      environment: first.environment ?? second.environment,
      version: first.version ?? second.version,
      author: first.author ?? second.author,
      endedAt: first.endedAt ?? second.endedAt,
      sources: [...new Set([first.source, ...sourcesOf(first), ...sourcesOf(second)])],
      attributes: { ...second.attributes, ...first.attributes },
      id,
      recordedAt,
      updatedAt: nowMs,
    }
    this.#write(view, isSeen ? twin.key : key)
    return view
  }

  #write(view: ChangeView, key: string): void {
    const { title, version, author, services, environment, kind } = view
    const words = [title, version, author, environment, kind, ...services].filter((word) => word !== null).join(' ')
    this.#sql.exec(
      `insert into change (id, started_ms, kind, services, words, source, dedup_key, record)
       values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
       on conflict (id) do update
         set started_ms = ?2, kind = ?3, services = ?4, words = ?5, source = ?6, dedup_key = ?7, record = ?8`,
      view.id,
      view.startedAt,
      view.kind,
      `\n${services.join('\n')}\n`,
      words.slice(0, WORDS_CHARS_MAX).toLowerCase(),
      view.source,
      key,
      JSON.stringify(view),
    )
  }

  /** The nearest row that tells of the same change, one of the two by telemetry. */
  #twinOf(given: ChangeInput): { readonly view: ChangeView; readonly key: string } | null {
    const rows = this.#sql
      .exec<{ record: string; dedup_key: string }>(
        `select record, dedup_key from change where started_ms between ? and ? and (? = '${SEEN}' or source = '${SEEN}')
         order by abs(started_ms - ?) limit ?`,
        given.startedAt - LONGEST_MS,
        (given.endedAt ?? given.startedAt) + SAME_CHANGE_MS,
        given.source,
        given.startedAt,
        TWINS_MAX,
      )
      .toArray()
    const found = rows.map((row) => ({ view: viewOf(row), key: row.dedup_key }))
    return found.find(({ view }) => isSameChange(view, given)) ?? null
  }

  byId(id: string): ChangeView | null {
    const row = this.#sql.exec<{ record: string }>('select record from change where id = ?', id).toArray()[0]
    return row === undefined ? null : viewOf(row)
  }

  list({ from, to, service, kind, text, limit, cursor }: ChangeQuery): ChangePage {
    const after = cursor === null ? null : this.byId(cursor)
    // The change that the cursor names was removed, so its place in the list is unknown.
    if (cursor !== null && after === null) return { changes: [], nextCursor: null }
    const words = text === null ? [] : text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)
    const rows = this.#sql
      .exec<{ record: string }>(
        `select record from change
         where (?1 is null or started_ms >= ?1) and (?2 is null or started_ms < ?2)
           and (?3 is null or kind = ?3) and (?4 is null or instr(services, char(10) || ?4 || char(10)) > 0)
           and (?5 is null or (started_ms, id) < (?5, ?6))
           and not exists (select 1 from json_each(?7) where instr(change.words, value) = 0)
         order by started_ms desc, id desc limit ?8`,
        from,
        to,
        kind,
        service,
        after?.startedAt ?? null,
        after?.id ?? null,
        JSON.stringify(words),
        limit + 1,
      )
      .toArray()
      .map(viewOf)
    const changes = rows.slice(0, limit)
    return { changes, nextCursor: rows.length > limit ? (changes.at(-1)?.id ?? null) : null }
  }

  prune(beforeMs: number): void {
    this.#sql.exec('delete from change where started_ms < ?', beforeMs)
    this.#sql.exec(
      'delete from change where id in (select id from change order by started_ms desc, id desc limit -1 offset ?)',
      CHANGES_MAX,
    )
  }

  #byKey(source: string, dedupKey: string): ChangeView | null {
    const row = this.#sql
      .exec<{ record: string }>('select record from change where source = ? and dedup_key = ?', source, dedupKey)
      .toArray()[0]
    return row === undefined ? null : viewOf(row)
  }
}

const WORDS_MAX = 10

const sourcesOf = ({ source, sources }: Pick<ChangeView, 'source' | 'sources'>): readonly string[] =>
  sources ?? [source]

// Only this class writes these rows.
const viewOf = ({ record }: { record: string }): ChangeView => JSON.parse(record) as ChangeView

/** Links of senders are shown and quoted, so only a whole web address is kept. */
function linkOf(url: string | null): string | null {
  return url !== null && /^https?:\/\/[^\s<>"`\\]{1,2000}$/.test(url) ? url : null
}

/** The states of a change arrive in any order: a start that arrives late does not undo an end. */
function updated(known: ChangeView, change: ChangeInput, nowMs: number): ChangeView {
  const isLate = known.endedAt !== null && change.endedAt === null
  return {
    ...known,
    kind: change.kind,
    services: [...new Set([...known.services, ...change.services])].slice(0, CHANGE_SERVICES_MAX),
    environment: change.environment ?? known.environment,
    version: change.version ?? known.version,
    author: change.author ?? known.author,
    url: change.url ?? known.url,
    title: isLate ? known.title : change.title,
    startedAt: Math.min(known.startedAt, change.startedAt),
    endedAt: change.endedAt ?? known.endedAt,
    status: isLate ? known.status : (change.status ?? known.status),
    attributes: { ...known.attributes, ...change.attributes },
    updatedAt: nowMs,
  }
}
