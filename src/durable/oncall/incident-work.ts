/**
 * What incidents are waiting for: investigations, follow-ups, their answers. One piece of work per incident at a time;
 * each ends in a transition that is stored. A crash loses at most the piece that was under way: the alarm begins it
 * again, and the run that it may have started is found by its key.
 */
import type { IncidentAlert, RunbookStep, SimilarIncident } from '../../contracts/incident-protocol.ts'
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'
import type { DomainContext } from '../../domain/context.ts'
import type { StartedRun } from '../../domain/oncall/automatic-run.ts'
import { answerOf, type FoundTraits, startFollowUp, startInvestigation } from '../../domain/oncall/investigation.ts'
import { logFailure } from '../../log/log.ts'
import type { IncidentChange } from '../../oncall/incidents/change.ts'
import { currentFollowUp } from '../../oncall/incidents/investigation-transitions.ts'
import { nextTask } from '../../oncall/incidents/machine.ts'
import type { IncidentRecord } from '../../oncall/incidents/records.ts'

/** One wait for a run's end; the next begins at once. */
const WAIT_MS = 20_000
/** Investigations of one project at the same time; the others stay due. */
const AT_ONCE_MAX = 4

export interface WorkHost {
  readonly context: () => DomainContext
  readonly owner: () => PlacedProject | null
  readonly incident: (id: string) => IncidentRecord | null
  readonly alertsOf: (id: string) => readonly IncidentAlert[]
  readonly due: (limit: number) => readonly IncidentRecord[]
  /** Moves an incident on and stores it. */
  readonly commit: (id: string, event: IncidentChange) => void
  /** Null: an investigation may start now. Else when one may. */
  readonly budget: () => { readonly untilMs: number; readonly perHour: number } | null
  readonly similarTo: (incident: IncidentRecord, found: FoundTraits) => readonly SimilarIncident[]
  readonly runbooksFor: (incident: IncidentRecord, found: FoundTraits) => readonly RunbookStep[]
  readonly keep: (work: Promise<unknown>) => void
  /** A piece of work has ended: something else may be due. */
  readonly settled: () => void
}

export class IncidentWork {
  readonly #host: WorkHost
  readonly #under = new Set<string>()

  constructor(host: WorkHost) {
    this.#host = host
  }

  get isBusy(): boolean {
    return this.#under.size > 0
  }

  /** Begins what is due and not under way yet. */
  ensure(): void {
    const room = AT_ONCE_MAX - this.#under.size
    if (room <= 0) return
    const due = this.#host.due(AT_ONCE_MAX * 2).filter(({ id }) => !this.#under.has(id))
    for (const { id } of due.slice(0, room)) {
      this.#under.add(id)
      this.#host.keep(this.#work(id))
    }
  }

  async #work(id: string): Promise<void> {
    try {
      await this.#workOn(id)
    } catch (error) {
      logFailure('incident_work_failed', error)
      this.#failed(id)
    } finally {
      this.#under.delete(id)
      this.#host.settled()
    }
  }

  async #workOn(id: string): Promise<void> {
    for (;;) {
      const incident = this.#host.incident(id)
      const owner = this.#host.owner()
      if (incident === null || owner === null) return
      const ctx = this.#host.context()
      const task = nextTask(incident)
      if (task === null || task.atMs > ctx.now()) return
      switch (task.kind) {
        case 'investigate':
          if (!(await this.#investigate(ctx, owner, incident))) return
          break
        case 'follow_up':
          if (!(await this.#followUp(ctx, owner, incident))) return
          break
        case 'watch_investigation':
        case 'watch_follow_up':
          await this.#watch(ctx, owner, incident, task.kind === 'watch_follow_up')
          break
        case 'go_stale':
          this.#host.commit(id, { type: 'went_stale' })
          return
      }
    }
  }

  /** Whether the run is under way. */
  async #investigate(ctx: DomainContext, owner: PlacedProject, incident: IncidentRecord): Promise<boolean> {
    const full = this.#host.budget()
    if (full !== null) {
      this.#host.commit(incident.id, { type: 'investigation_queued', ...full })
      return false
    }
    const started = await startInvestigation({
      ctx,
      scope: owner,
      input: { incident, alerts: this.#host.alertsOf(incident.id) },
    })
    if (started.kind === 'started') {
      this.#host.commit(incident.id, { type: 'investigation_started', runId: started.run.runId })
      return true
    }
    this.#notStarted(incident.id, started, 'investigation_failed')
    return false
  }

  async #followUp(ctx: DomainContext, owner: PlacedProject, incident: IncidentRecord): Promise<boolean> {
    const started = await startFollowUp({ ctx, scope: owner, input: { incident } })
    if (started.kind === 'started') {
      this.#host.commit(incident.id, { type: 'follow_up_started', runId: started.run.runId })
      return true
    }
    this.#notStarted(incident.id, started, 'follow_up_failed')
    return false
  }

  #notStarted(
    id: string,
    { kind, reason }: Exclude<StartedRun, { kind: 'started' }>,
    type: 'investigation_failed' | 'follow_up_failed',
  ): void {
    this.#host.commit(id, { type, reason, isFinal: kind === 'refused' })
  }

  async #watch(ctx: DomainContext, owner: PlacedProject, incident: IncidentRecord, isFollowUp: boolean): Promise<void> {
    const { id } = incident
    const runId = isFollowUp ? currentFollowUp(incident)?.runId : incident.investigation.runId
    const failed = isFollowUp ? ('follow_up_failed' as const) : ('investigation_failed' as const)
    const gone = { type: failed, reason: 'its thread was deleted.', isFinal: true }
    if (runId === null || runId === undefined) return this.#host.commit(id, gone)
    const answer = await answerOf({
      ctx,
      scope: owner,
      input: {
        incident,
        runId,
        waitMs: WAIT_MS,
        isFollowUp,
        alerts: this.#host.alertsOf(id),
        similarTo: (found) => this.#host.similarTo(incident, found),
        runbooksFor: (found) => this.#host.runbooksFor(incident, found),
      },
    })
    if (answer === 'running') return
    if (answer === 'gone') return this.#host.commit(id, gone)
    this.#host.commit(id, { type: isFollowUp ? 'follow_up_answered' : 'investigation_answered', answer })
  }

  /** An unexpected failure is tried again later, as often as any other. */
  #failed(id: string): void {
    const incident = this.#host.incident(id)
    if (incident === null) return
    const isFollowUp = ['answered', 'failed', 'refused'].includes(incident.investigation.state)
    const type = isFollowUp ? 'follow_up_failed' : 'investigation_failed'
    this.#host.commit(id, { type, reason: 'the service met an error of its own.', isFinal: false })
  }
}
