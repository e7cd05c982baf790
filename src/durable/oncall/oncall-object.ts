/**
 * One object per project: changes, alerts, incidents, and what is known about them (docs/design/oncall.md). A thin
 * shell: what becomes of an alert or an incident is decided in src/oncall/incidents, what an incident asks in
 * src/domain/oncall; here it is stored in one transaction, and what is due is begun.
 */
import { DurableObject } from 'cloudflare:workers'
import type {
  Accuracy,
  FeedbackInput,
  IncidentAlertPage,
  IncidentAlertQuery,
  IncidentDetail,
  IncidentPage,
  IncidentQuery,
  MaintenanceWindow,
  NewNote,
  NewWindow,
  NoteUpdate,
  NoteView,
  WindowUpdate,
} from '../../contracts/incident-protocol.ts'
import type { OnCallRpc, Served } from '../../contracts/object-rpc.ts'
import type {
  AlertFate,
  ChangePage,
  ChangeQuery,
  ChangeView,
  PlacedProject,
  ReceivedAlerts,
  RecognisedChanges,
  RecordedChanges,
} from '../../contracts/oncall-protocol.ts'
import type { QuietProfile } from '../../contracts/quiet-profile.ts'
import { type Bindings, baseUrlOf, settingsOf } from '../../env.ts'
import { logFailure } from '../../log/log.ts'
import { accuracyOf } from '../../oncall/incidents/accuracy.ts'
import { BUDGET_HOUR_MS, waitsUntil } from '../../oncall/incidents/budget.ts'
import type { IncidentChange } from '../../oncall/incidents/change.ts'
import { similarIncidents } from '../../oncall/memory/likeness.ts'
import { matchingSteps } from '../../oncall/memory/runbook-steps.ts'
import { backgroundContext } from '../../wiring/contexts.ts'
import { AlertIntake } from './alert-intake.ts'
import { AlertTurns } from './alert-turns.ts'
import { ChangeStore } from './change-store.ts'
import { EventOutbox } from './event-outbox.ts'
import { explainAlerts } from './explain-alerts.ts'
import { FactStore } from './fact-store.ts'
import { Identity } from './identity.ts'
import { IncidentStore } from './incident-store.ts'
import { IncidentWork } from './incident-work.ts'
import { KnownTopology } from './known-topology.ts'
import { NoteStore } from './note-store.ts'
import { TelemetryLooks } from './telemetry-looks.ts'
import { incidentDetail, incidentPage } from './views.ts'
import { WindowStore } from './window-store.ts'

/** While work is under way the alarm looks after it this often: a new instance takes up what a dead one left. */
const LEASE_MS = 10_000
const MISHAP_DELAY_MS = 30_000
/** What comes for a deleted project within this is refused: it was on its way. */
const TOMBSTONE_MS = 3_600_000
/** Incidents that a new one is compared with. */
const EARLIER_MAX = 200
const NEVER = Number.POSITIVE_INFINITY
const PRUNED = 'prunedAtMs'
const PRUNE_EVERY_MS = 24 * 3_600_000
const CHANGES_KEPT_MS = 400 * 24 * 3_600_000

type Received = Pick<ReceivedAlerts, 'owner' | 'deliveryId' | 'alerts'>

export class OnCallObject extends DurableObject<Bindings> implements Served<OnCallRpc> {
  readonly #identity: Identity
  readonly #incidents: IncidentStore
  readonly #changes: ChangeStore
  readonly #windows: WindowStore
  readonly #notes: NoteStore
  readonly #outbox: EventOutbox
  readonly #work: IncidentWork
  readonly #facts: FactStore
  readonly #looks: TelemetryLooks
  readonly #topology: KnownTopology
  readonly #turns: AlertTurns<Received>
  readonly #context = () => backgroundContext(this.env, (work) => this.ctx.waitUntil(work))
  #alarmAtMs: number | null = null

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env)
    const { sql } = ctx.storage
    this.#identity = new Identity(ctx.storage)
    this.#incidents = new IncidentStore(sql)
    this.#changes = new ChangeStore(sql)
    this.#windows = new WindowStore(sql)
    this.#notes = new NoteStore(sql)
    this.#outbox = new EventOutbox(this.#incidents)
    this.#facts = new FactStore(sql, () => this.#identity.isMade())
    this.#topology = new KnownTopology(this.#facts)
    this.#looks = new TelemetryLooks(ctx, this.#identity, this.#context, () => this.#plan())
    this.#turns = new AlertTurns({
      now: () => Date.now(),
      wait: (ms) => scheduler.wait(ms),
      alertsIn: ({ alerts }) => alerts.length,
      store: (deliveries) => this.#receive(deliveries),
    })
    this.#work = new IncidentWork({
      context: this.#context,
      owner: () => this.#identity.owner(),
      incident: (id) => (this.#identity.isMade() ? this.#incidents.incident(id) : null),
      alertsOf: (id) => this.#incidents.alertsOf(id),
      due: (limit) => (this.#identity.isMade() ? this.#incidents.due(Date.now(), limit) : []),
      commit: (id, event) => this.#commit(id, event),
      budget: () => this.#budget(),
      similarTo: (incident, found) =>
        similarIncidents(incident, found, this.#incidents.recent(EARLIER_MAX, incident.id)),
      runbooksFor: (incident, { service, mechanism }) =>
        matchingSteps(this.#notes.list(null), { service, mechanism, services: incident.services }),
      keep: (work) => ctx.waitUntil(work),
      settled: () => this.#next(),
    })
  }

  // ---- what comes in --------------------------------------------------------------------------------------------

  async receiveAlerts({ owner, deliveryId, alerts }: ReceivedAlerts): Promise<{ readonly accepted: number }> {
    if (this.#identity.isPurged()) return { accepted: 0 }
    this.#identity.make(owner)
    await this.#topology.get(this.#context(), owner)
    await this.#turns.take({ owner, deliveryId, alerts })
    return { accepted: alerts.length }
  }

  #receive(deliveries: readonly Received[]): void {
    const [first] = deliveries
    if (first === undefined || this.#identity.isPurged()) return
    this.#transaction(() => {
      const nowMs = Date.now()
      const fresh = deliveries.filter(({ deliveryId }) => this.#incidents.noteDelivery(deliveryId, nowMs))
      if (fresh.length === 0) return
      const intake = this.#intake(first.owner, nowMs, this.#topology.known())
      for (const { alerts } of fresh) for (const alert of alerts) intake.take(alert)
      intake.finish()
    })
    this.#next()
  }

  async explainAlerts({ owner, alerts }: Pick<ReceivedAlerts, 'owner' | 'alerts'>): Promise<readonly AlertFate[]> {
    if (this.#identity.isPurged()) return []
    const topology = await this.#topology.get(this.#context(), owner)
    try {
      return explainAlerts(this.ctx.storage, () => this.#intake(owner, Date.now(), topology), alerts)
    } finally {
      this.#incidents.forget()
    }
  }

  recordChanges({ owner, deliveryId, changes }: RecordedChanges): readonly ChangeView[] {
    if (this.#identity.isPurged()) return []
    this.#identity.make(owner)
    return this.ctx.storage.transactionSync(() => {
      const nowMs = Date.now()
      // The ids of a delivery are its own, so that its repetition finds what the first one stored.
      return changes.map((change, index) => this.#changes.put(deliveryId, index, change, nowMs))
    })
  }

  telemetryArrived(owner: PlacedProject): void {
    this.#looks.arrived(owner)
  }

  recognisedUpTo(): number | null {
    return this.#looks.changes.lookedMs()
  }

  noteRecognised({ owner, changes, upToMs }: RecognisedChanges): void {
    if (this.#identity.isPurged()) return
    if (changes.length > 0) this.#identity.make(owner)
    this.ctx.storage.transactionSync(() => {
      for (const [index, change] of changes.entries()) this.#changes.put('telemetry', index, change, Date.now())
      this.#looks.changes.looked(owner, upToMs)
    })
  }

  quietProfile(): QuietProfile | null {
    return this.#looks.quiet.profile()
  }

  noteQuiet(profile: QuietProfile | null): void {
    this.#looks.quiet.learnt(profile, Date.now())
  }

  // ---- reading --------------------------------------------------------------------------------------------------

  listChanges(query: ChangeQuery): ChangePage {
    return this.#identity.isMade() ? this.#changes.list(query) : { changes: [], nextCursor: null }
  }

  listIncidents(query: IncidentQuery): IncidentPage {
    return this.#identity.isMade() ? incidentPage(this.#incidents, query) : { incidents: [], nextCursor: null }
  }

  getIncident(id: string): IncidentDetail | null {
    return this.#identity.isMade() ? incidentDetail(this.#incidents, id) : null
  }

  listIncidentAlerts(query: IncidentAlertQuery): IncidentAlertPage | null {
    const isThere = this.#identity.isMade() && this.#incidents.incident(query.incidentId) !== null
    return isThere ? this.#incidents.alertPage(query) : null
  }

  giveFeedback({ incidentId, feedback }: FeedbackInput): IncidentDetail | null {
    this.#commit(incidentId, { type: 'feedback_given', feedback: { ...feedback, at: Date.now() } })
    return this.getIncident(incidentId)
  }

  resolveIncident({ id, by }: { readonly id: string; readonly by: string }): IncidentDetail | null {
    this.#commit(id, { type: 'resolved_by', who: by })
    return this.getIncident(id)
  }

  accuracy(): Accuracy {
    if (!this.#identity.isMade()) return accuracyOf([], 0)
    const { judged, answered } = this.#incidents.judged()
    return accuracyOf(judged, answered)
  }

  // ---- maintenance windows --------------------------------------------------------------------------------------

  listWindows(): readonly MaintenanceWindow[] {
    return this.#identity.isMade() ? this.#windows.list() : []
  }

  getWindow(id: string): MaintenanceWindow | null {
    return this.#identity.isMade() ? this.#windows.find(id) : null
  }

  addWindow({ owner, id, window, by }: NewWindow): MaintenanceWindow | null {
    if (this.#identity.isPurged()) return null
    this.#identity.make(owner)
    const added = this.#windows.add(id, window, by, Date.now())
    this.#next()
    return added
  }

  updateWindow({ id, window }: WindowUpdate): MaintenanceWindow | string | null {
    const updated = this.#identity.isMade() ? this.#windows.update(id, window, Date.now()) : null
    this.#next()
    return updated
  }

  removeWindow(id: string): boolean {
    if (!this.#identity.isMade() || this.#windows.find(id) === null) return false
    this.#release(id)
    const isRemoved = this.#windows.remove(id)
    this.#next()
    return isRemoved
  }

  /** What a window kept quiet and what still fires is an incident once the window is over. */
  #release(windowId: string): void {
    const owner = this.#identity.owner()
    if (owner === null) return
    this.#transaction(() => {
      const intake = this.#intake(owner, Date.now(), this.#topology.known())
      for (const { id, alert } of this.#incidents.quietAlerts(windowId)) intake.release(id, alert)
      intake.finish()
      this.#windows.released(windowId)
    })
  }

  // ---- notes ----------------------------------------------------------------------------------------------------

  listNotes(service: string | null): readonly NoteView[] {
    return this.#identity.isMade() ? this.#notes.list(service).map((note) => ({ ...note, text: '' })) : []
  }

  getNote({ id, version }: { readonly id: string; readonly version: number | null }): NoteView | null {
    return this.#identity.isMade() ? this.#notes.find(id, version) : null
  }

  addNote({ owner, id, note, by }: NewNote): NoteView | 'full' {
    if (this.#identity.isPurged()) return 'full'
    this.#identity.make(owner)
    return this.#notes.add(id, note, by, Date.now())
  }

  updateNote({ id, note, by, version }: NoteUpdate): NoteView | 'not_found' | 'other_version' {
    if (!this.#identity.isMade()) return 'not_found'
    return this.ctx.storage.transactionSync(() => this.#notes.update(id, note, { by, version, nowMs: Date.now() }))
  }

  removeNote(id: string): boolean {
    return this.#identity.isMade() && this.ctx.storage.transactionSync(() => this.#notes.remove(id))
  }

  /** Removes everything of a deleted project; what was on its way to it is refused for an hour. */
  async purge(): Promise<void> {
    await this.#identity.purge(Date.now())
    this.#incidents.forget()
    await this.ctx.storage.setAlarm(Date.now() + TOMBSTONE_MS)
  }

  // ---- what is due ----------------------------------------------------------------------------------------------

  /** Catches everything: after six failures the platform would never call it again. */
  override async alarm(): Promise<void> {
    this.#alarmAtMs = null
    try {
      if (this.#identity.isPurged()) return await this.#identity.forgetPurge()
      this.#looks.begin(Date.now())
      this.#next()
      this.#plan()
    } catch (error) {
      logFailure('oncall_alarm_failed', error)
      await this.ctx.storage.setAlarm(Date.now() + MISHAP_DELAY_MS)
    }
  }

  /** Begins what is due, tells what there is to tell, and sets the alarm to what comes next. */
  #next(): void {
    const owner = this.#identity.owner()
    if (owner === null || this.#identity.isPurged()) return
    for (const { id } of this.#windows.ended(Date.now())) this.#release(id)
    this.#prune(Date.now())
    this.#work.ensure()
    const nowMs = Date.now()
    const tellAtMs = this.#outbox.dueAtMs(nowMs)
    if (tellAtMs !== null && tellAtMs <= nowMs)
      this.ctx.waitUntil(this.#outbox.send(this.#context(), owner).then(() => this.#plan()))
    this.#plan()
  }

  /** The runtime keeps one alarm: the earliest of everything. */
  #plan(): void {
    if (this.#identity.isPurged()) return
    const atMs = Math.min(this.#looks.dueMs(), this.#identity.isMade() ? this.#nextWorkMs(Date.now()) : NEVER)
    if (atMs === NEVER || (this.#alarmAtMs !== null && this.#alarmAtMs <= atMs)) return
    this.#alarmAtMs = atMs
    void this.ctx.storage.setAlarm(atMs)
  }

  #nextWorkMs(nowMs: number): number {
    const tellAtMs = this.#outbox.dueAtMs(nowMs) ?? NEVER
    return Math.min(
      this.#work.isBusy ? nowMs + LEASE_MS : NEVER,
      this.#incidents.due(nowMs, 1).length > 0 ? nowMs + LEASE_MS : NEVER,
      this.#incidents.nextDueMs(nowMs) ?? NEVER,
      this.#windows.nextEndMs() ?? NEVER,
      tellAtMs <= nowMs ? nowMs + LEASE_MS : tellAtMs,
    )
  }

  /** Once a day, with whatever else is due: what is too old for anybody to ask for. */
  #prune(nowMs: number): void {
    if (nowMs - (this.#facts.get<number>(PRUNED) ?? 0) < PRUNE_EVERY_MS) return
    this.#transaction(() => {
      this.#incidents.prune(nowMs)
      this.#changes.prune(nowMs - CHANGES_KEPT_MS)
      this.#facts.put(PRUNED, nowMs)
    })
  }

  #commit(id: string, event: IncidentChange): void {
    const owner = this.#identity.owner()
    if (owner === null || this.#identity.isPurged()) return
    this.#transaction(() => {
      const nowMs = Date.now()
      const incident = this.#incidents.incident(id)
      if (incident === null) return
      const intake = this.#intake(owner, nowMs, new Map())
      const after = intake.change(incident, event)
      intake.finish()
      if (event.type === 'investigation_started') this.#incidents.noteStart(nowMs, BUDGET_HOUR_MS)
      if (incident.state === 'open' && after.state === 'resolved') this.#incidents.closeAlertsOf(id, nowMs)
    })
    this.#next()
  }

  #budget(): { readonly untilMs: number; readonly perHour: number } | null {
    const perHour = settingsOf(this.env).INVESTIGATIONS_PER_HOUR
    const untilMs = waitsUntil(this.#incidents.starts(), perHour, Date.now())
    return untilMs === null ? null : { untilMs, perHour }
  }

  // ---- base -----------------------------------------------------------------------------------------------------

  #intake(owner: PlacedProject, nowMs: number, topology: ConstructorParameters<typeof AlertIntake>[1]['topology']) {
    const baseUrl = baseUrlOf(settingsOf(this.env))
    const urlOf = (id: string) => `${baseUrl}/v1/incidents/${id}?projectId=${owner.projectId}`
    return new AlertIntake(this.#incidents, { owner, windows: this.#windows.atWork(nowMs), topology, urlOf, nowMs })
  }

  /** Whatever changes incidents: what is kept of them in memory is what is stored. */
  #transaction(work: () => void): void {
    try {
      this.ctx.storage.transactionSync(work)
    } catch (error) {
      this.#incidents.forget()
      throw error
    }
  }
}
