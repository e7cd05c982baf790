/** Rows of alerts, incidents, their timeline and what is to be told of them. */
import type {
  IncidentAlert,
  IncidentAlertPage,
  IncidentAlertQuery,
  IncidentAnalysis,
  IncidentQuery,
  TimelineEntry,
} from '../../contracts/incident-protocol.ts'
import type { IncidentEvent, NormalizedAlert } from '../../contracts/oncall-protocol.ts'
import type { JudgedAnswer } from '../../oncall/incidents/accuracy.ts'
import type { KnownAlert } from '../../oncall/incidents/decide.ts'
import { nextTask } from '../../oncall/incidents/machine.ts'
import type { EntryDraft, IncidentRecord } from '../../oncall/incidents/records.ts'
import { OpenIncidents } from './open-incidents.ts'

type AlertRow = {
  id: string
  status: string
  started_ms: number
  ended_ms: number | null
  repeats: number
  incident_id: string | null
  window_id: string | null
  record: string
}

/** Alerts of an incident that are shown, and that keep their own JSON. */
export const ALERTS_SHOWN_MAX = 100

/** Alerts of one page: an alert's text and labels may take 100 kB. */
const PAGE_CHARACTERS_MAX = 500_000
/** Of a window's alerts this many are in memory at a time. */
const QUIET_PAGE = 100

const DAY_MS = 24 * 3_600_000
const DELIVERIES_KEPT_MS = 7 * DAY_MS
const INCIDENTS_KEPT_MS = 400 * DAY_MS
const QUIET_KEPT_MS = 30 * DAY_MS

export class IncidentStore {
  readonly #sql: SqlStorage
  readonly #open = new OpenIncidents((limit) => this.#readOpen(limit))

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** To be called after a transaction was undone: what is kept in memory may not be what is stored. */
  forget(): void {
    this.#open.forget()
  }

  // ---- deliveries -----------------------------------------------------------------------------------------------

  /** True the first time. */
  noteDelivery(id: string, nowMs: number): boolean {
    const inserted = this.#sql
      .exec('insert into delivery (id, received_ms) values (?, ?) on conflict (id) do nothing returning 1', id, nowMs)
      .toArray()
    return inserted.length > 0
  }

  // ---- alerts ---------------------------------------------------------------------------------------------------

  /** The last one of this source and key. */
  knownAlert({ source, dedupKey }: NormalizedAlert): KnownAlert | null {
    const row = this.#sql
      .exec<AlertRow>(
        'select * from alert where source = ? and dedup_key = ? order by started_ms desc, id desc limit 1',
        source,
        dedupKey,
      )
      .toArray()[0]
    return row === undefined ? null : knownOf(row)
  }

  addAlert(
    id: string,
    alert: NormalizedAlert,
    {
      incidentId,
      windowId,
      nowMs,
    }: { readonly incidentId: string | null; readonly windowId: string | null; readonly nowMs: number },
  ): void {
    this.#sql.exec(
      `insert into alert (id, source, dedup_key, status, started_ms, ended_ms, last_ms, repeats, incident_id, window_id, record)
       values (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
      id,
      alert.source,
      alert.dedupKey,
      alert.status,
      alert.startedAt,
      alert.endedAt,
      nowMs,
      incidentId,
      windowId,
      JSON.stringify(alert),
    )
  }

  repeatAlert(id: string, nowMs: number): void {
    this.#sql.exec('update alert set repeats = repeats + 1, last_ms = ? where id = ?', nowMs, id)
  }

  closeAlert(id: string, endedAt: number, nowMs: number): void {
    this.#sql.exec("update alert set status = 'resolved', ended_ms = ?, last_ms = ? where id = ?", endedAt, nowMs, id)
  }

  closeAlertsOf(incidentId: string, nowMs: number): void {
    const closed = "update alert set status = 'resolved', ended_ms = ? where incident_id = ? and status = 'firing'"
    this.#sql.exec(closed, nowMs, incidentId)
  }

  placeAlert(id: string, incidentId: string): void {
    this.#sql.exec('update alert set incident_id = ?, window_id = null where id = ?', incidentId, id)
  }

  /** Alerts that still fire and that this window keeps quiet. Read in pages: a storm may have come within the window. */
  *quietAlerts(windowId: string): Generator<{ readonly id: string; readonly alert: NormalizedAlert }> {
    for (let after = ''; ; ) {
      const rows = this.#sql
        .exec<AlertRow>(
          "select * from alert where window_id = ? and status = 'firing' and id > ? order by id limit ?",
          windowId,
          after,
          QUIET_PAGE,
        )
        .toArray()
      for (const row of rows) yield { id: row.id, alert: alertOf(row) }
      const last = rows.at(-1)
      if (last === undefined || rows.length < QUIET_PAGE) return
      after = last.id
    }
  }

  /** The first ones: what an investigation and a page about the incident show. */
  alertsOf(incidentId: string): readonly IncidentAlert[] {
    return this.alertPage({ incidentId, limit: ALERTS_SHOWN_MAX, cursor: null }).alerts
  }

  /** In the order in which they came; at least one where there is one, and no more than an answer should hold. */
  alertPage({ incidentId, limit, cursor }: IncidentAlertQuery): IncidentAlertPage {
    const rows = this.#sql.exec<AlertRow>(
      'select * from alert where incident_id = ? and id > ? order by id limit ?',
      incidentId,
      cursor ?? '',
      limit + 1,
    )
    const alerts: IncidentAlert[] = []
    let characters = 0
    for (const row of rows) {
      const alert = shownAlert(row)
      characters += JSON.stringify(alert).length
      const isFull = alerts.length === limit || characters > PAGE_CHARACTERS_MAX
      if (alerts.length > 0 && isFull) return { alerts, nextCursor: alerts.at(-1)?.id ?? null }
      alerts.push(alert)
    }
    return { alerts, nextCursor: null }
  }

  // ---- incidents ------------------------------------------------------------------------------------------------

  incident(id: string): IncidentRecord | null {
    const open = this.#open.get(id)
    if (open !== null) return open
    const row = this.#sql.exec<{ record: string }>('select record from incident where id = ?', id).toArray()[0]
    return row === undefined ? null : recordOf(row)
  }

  /** Those that are open and met an alert last. */
  openIncidents(): readonly IncidentRecord[] {
    return this.#open.all()
  }

  #readOpen(limit: number): IncidentRecord[] {
    return this.#sql
      .exec<{ record: string }>("select record from incident where state = 'open' order by last_ms desc limit ?", limit)
      .toArray()
      .map(recordOf)
  }

  /** Newest first; one more than the limit, where there is one. */
  page({ state, service, severity, limit, cursor }: IncidentQuery): IncidentRecord[] {
    return this.#sql
      .exec<{ record: string }>(
        `select record from incident where id < ?1 and (?2 is null or state = ?2) and (?3 is null or severity = ?3)
           and (?4 is null or instr(services, char(10) || ?4 || char(10)) > 0)
         order by id desc limit ?5`,
        cursor ?? AFTER_ALL_IDS,
        state,
        severity,
        service,
        limit + 1,
      )
      .toArray()
      .map(recordOf)
  }

  /** Those that were resolved or are still open, the newest first: what a new one is compared with. */
  recent(limit: number, before: string): IncidentRecord[] {
    return this.#sql
      .exec<{ record: string }>('select record from incident where id < ? order by id desc limit ?', before, limit)
      .toArray()
      .map(recordOf)
  }

  /**
   * Confidence and verdict of the answers that people judged, and how many incidents were answered. Both are read from
   * indexes that hold only these incidents (schema.ts), whose expressions must be written as they are here.
   */
  judged(): { readonly judged: readonly JudgedAnswer[]; readonly answered: number } {
    const rows = this.#sql
      .exec<{ confidence: number; verdict: string }>(
        `select coalesce(json_extract(record, '$.brief.cause.confidence'), 0) as confidence,
           json_extract(record, '$.feedback.verdict') as verdict
         from incident where json_extract(record, '$.feedback.verdict') is not null`,
      )
      .toArray()
    const answered = this.#sql
      .exec<{ n: number }>(
        "select count(*) as n from incident where json_extract(record, '$.investigation.state') = 'answered'",
      )
      .one().n
    return { judged: rows.map(({ confidence, verdict }) => ({ confidence, isRight: verdict === 'right' })), answered }
  }

  put(incident: IncidentRecord): void {
    const causes = incident.brief?.cause.service ?? null
    const services = causes === null ? incident.services : [...incident.services, causes]
    this.#sql.exec(
      `insert into incident (id, state, severity, services, last_ms, due_ms, record) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       on conflict (id) do update set state = ?2, severity = ?3, services = ?4, last_ms = ?5, due_ms = ?6, record = ?7`,
      incident.id,
      incident.state,
      incident.severity,
      `\n${services.join('\n')}\n`,
      incident.lastAlertAtMs,
      nextTask(incident)?.atMs ?? null,
      JSON.stringify(incident),
    )
    this.#open.put(incident)
  }

  due(nowMs: number, limit: number): IncidentRecord[] {
    return this.#sql
      .exec<{ record: string }>(
        'select record from incident where due_ms <= ? order by due_ms, id limit ?',
        nowMs,
        limit,
      )
      .toArray()
      .map(recordOf)
  }

  /** The time of the first thing that is due after `afterMs`; null: nothing is. */
  nextDueMs(afterMs: number): number | null {
    return this.#sql
      .exec<{ at: number | null }>('select min(due_ms) as at from incident where due_ms > ?', afterMs)
      .one().at
  }

  // ---- timeline -------------------------------------------------------------------------------------------------

  addEntries(incidentId: string, first: number, entries: readonly EntryDraft[]): void {
    for (const [index, { at, kind, text, subject }] of entries.entries())
      this.#sql.exec(
        'insert into timeline (incident_id, number, at_ms, kind, text, subject) values (?, ?, ?, ?, ?, ?)',
        incidentId,
        first + index,
        at,
        kind,
        text,
        subject,
      )
  }

  timelineOf(incidentId: string): TimelineEntry[] {
    return this.#sql
      .exec<{ number: number; at_ms: number; kind: string; text: string; subject: string | null }>(
        'select number, at_ms, kind, text, subject from timeline where incident_id = ? order by number',
        incidentId,
      )
      .toArray()
      .map(({ number, at_ms: at, kind, text, subject }) => ({
        id: `t${number + 1}`,
        at,
        // Written by this class only.
        kind: kind as TimelineEntry['kind'],
        text,
        subject,
      }))
  }

  // ---- analysis ---------------------------------------------------------------------------------------------------

  /** Beside the incident: every alert reads the open incidents, and only a page reads this. */
  putAnalysis(incidentId: string, analysis: IncidentAnalysis): void {
    const record = JSON.stringify(analysis)
    this.#sql.exec('insert or replace into analysis (incident_id, record) values (?, ?)', incidentId, record)
  }

  analysisOf(incidentId: string): IncidentAnalysis | null {
    const rows = this.#sql.exec<{ record: string }>('select record from analysis where incident_id = ?', incidentId)
    const row = rows.toArray()[0]
    return row === undefined ? null : (JSON.parse(row.record) as IncidentAnalysis)
  }

  // ---- outbox ---------------------------------------------------------------------------------------------------

  addEvents(events: readonly IncidentEvent[]): void {
    for (const event of events) this.#sql.exec('insert into outbox (event) values (?)', JSON.stringify(event))
  }

  eventsToTell(limit: number): { readonly number: number; readonly event: IncidentEvent }[] {
    return this.#sql
      .exec<{ number: number; event: string }>('select number, event from outbox order by number limit ?', limit)
      .toArray()
      .map(({ number, event }) => ({ number, event: JSON.parse(event) as IncidentEvent }))
  }

  toldUpTo(number: number): void {
    this.#sql.exec('delete from outbox where number <= ?', number)
  }

  // ---- age ------------------------------------------------------------------------------------------------------

  /** Deliveries come again within days; incidents are asked for over a year; alerts without one for a month. */
  prune(nowMs: number): void {
    this.#sql.exec('delete from delivery where received_ms < ?', nowMs - DELIVERIES_KEPT_MS)
    const over = "select id from incident where state = 'resolved' and last_ms < ?"
    const beforeMs = nowMs - INCIDENTS_KEPT_MS
    this.#sql.exec(`delete from alert where incident_id in (${over})`, beforeMs)
    this.#sql.exec(`delete from timeline where incident_id in (${over})`, beforeMs)
    this.#sql.exec(`delete from analysis where incident_id in (${over})`, beforeMs)
    this.#sql.exec("delete from incident where state = 'resolved' and last_ms < ?", beforeMs)
    const quiet = "delete from alert where incident_id is null and status = 'resolved' and last_ms < ?"
    this.#sql.exec(quiet, nowMs - QUIET_KEPT_MS)
  }

  // ---- budget ---------------------------------------------------------------------------------------------------

  noteStart(nowMs: number, hourMs: number): void {
    this.#sql.exec('delete from investigation_start where at_ms <= ?', nowMs - hourMs)
    this.#sql.exec('insert into investigation_start (at_ms) values (?)', nowMs)
  }

  starts(): number[] {
    return this.#sql
      .exec<{ at_ms: number }>('select at_ms from investigation_start')
      .toArray()
      .map(({ at_ms }) => at_ms)
  }
}

export const AFTER_ALL_IDS = 'g'

// Only this class writes these rows (docs/storage.md), so their JSON is what they say.
const recordOf = ({ record }: { record: string }): IncidentRecord => JSON.parse(record) as IncidentRecord
const alertOf = ({ record }: { record: string }): NormalizedAlert => JSON.parse(record) as NormalizedAlert

function knownOf(row: AlertRow): KnownAlert {
  return {
    id: row.id,
    status: row.status === 'firing' ? 'firing' : 'resolved',
    startedAt: row.started_ms,
    incidentId: row.incident_id,
    windowId: row.window_id,
  }
}

function shownAlert(row: AlertRow): IncidentAlert {
  const { source, severity, title, description, service, entities, startedAt, query, links, labels } = alertOf(row)
  return {
    id: row.id,
    source,
    status: row.status === 'firing' ? 'firing' : 'resolved',
    severity,
    title,
    description,
    service,
    entities,
    startedAt,
    endedAt: row.ended_ms,
    repeats: row.repeats,
    query,
    links,
    labels,
  }
}
