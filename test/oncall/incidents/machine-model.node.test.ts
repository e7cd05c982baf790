/** The life of an incident under any order of alerts, answers, failures and time, against a model that only counts. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Brief } from '../../../src/contracts/incident-protocol.ts'
import { ENTRIES_MAX, type IncidentChange, type Outcome } from '../../../src/oncall/incidents/change.ts'
import { currentFollowUp } from '../../../src/oncall/incidents/investigation-transitions.ts'
import { incidentTransition, nextTask, openIncident } from '../../../src/oncall/incidents/machine.ts'
import type { EntryDraft, EventDraft, IncidentRecord, JoiningAlert } from '../../../src/oncall/incidents/records.ts'

type Command =
  | { readonly do: 'join' | 'repeat' | 'close' | 'work' | 'answer' | 'fail' | 'refuse' | 'queue' | 'resolve' | 'stale' }
  | { readonly do: 'wait'; readonly ms: number }

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Command>({ do: 'join' }, { do: 'close' }, { do: 'repeat' }) },
  { weight: 6, arbitrary: fc.constantFrom<Command>({ do: 'work' }, { do: 'answer' }) },
  { weight: 2, arbitrary: fc.constantFrom<Command>({ do: 'fail' }, { do: 'queue' }) },
  { weight: 1, arbitrary: fc.constantFrom<Command>({ do: 'refuse' }, { do: 'resolve' }, { do: 'stale' }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(20 * 60_000) }) },
)

const START_MS = Date.UTC(2026, 10, 20, 9, 0)

function alertNumber(number: number, startedAt: number): JoiningAlert {
  const service = `service-${number % 3}`
  return {
    id: `alert-${number}`,
    source: 'alertmanager',
    severity: number % 2 === 0 ? 'warning' : 'critical',
    title: `Alert ${number}`,
    service,
    entities: [],
    startedAt,
    labels: { environment: 'production', number: String(number) },
  }
}

/** The incident with what was ever written of it, and the counts that the model keeps apart. */
class Life {
  incident: IncidentRecord
  nowMs = START_MS
  readonly entries: EntryDraft[] = []
  readonly events: EventDraft[] = []
  readonly open = new Set<string>(['alert-1'])
  alerts = 1
  repeats = 0
  runs = 0

  constructor() {
    const outcome = openIncident({ id: 'incident', threadId: 'thread' }, alertNumber(1, START_MS), START_MS)
    this.incident = this.#take(outcome)
  }

  obey(one: Command): void {
    switch (one.do) {
      case 'wait':
        this.nowMs += one.ms
        return
      case 'join': {
        this.alerts += 1
        const alert = alertNumber(this.alerts, this.nowMs - 30_000)
        this.open.add(alert.id)
        this.#change({ type: 'alert_joined', alert })
        return
      }
      case 'close': {
        const [alertId] = this.open
        if (alertId === undefined) return
        this.open.delete(alertId)
        this.#change({ type: 'alert_closed', alertId, title: alertId, endedAt: this.nowMs })
        return
      }
      case 'repeat':
        this.repeats += 1
        this.#change({ type: 'alert_repeated', severity: 'info' })
        return
      case 'resolve':
        this.#change({ type: 'resolved_by', who: 'user u' })
        return
      case 'stale':
        this.#change({ type: 'went_stale' })
        return
      default: {
        const event = this.#worked(one.do)
        if (event !== null) this.#change(event)
      }
    }
  }

  /** What the worker of incidents does with what is due (src/durable/oncall/incident-work.ts). */
  #worked(how: 'work' | 'answer' | 'fail' | 'refuse' | 'queue'): IncidentChange | null {
    const task = nextTask(this.incident)
    if (task === null || task.atMs > this.nowMs) return null
    const about = task.kind.includes('investigat') ? 'investigation' : 'follow_up'
    if (task.kind === 'go_stale') return { type: 'went_stale' }
    if (how === 'fail' || how === 'refuse') {
      const isFinal = how === 'refuse'
      return { type: `${about}_failed`, reason: 'because', isFinal }
    }
    if (task.kind === 'investigate' && how === 'queue')
      return { type: 'investigation_queued', untilMs: this.nowMs + 60_000, perHour: 1 }
    if (task.kind === 'investigate' || task.kind === 'follow_up') {
      this.runs += 1
      return { type: `${about}_started`, runId: `run-${this.runs}` }
    }
    const runId = about === 'investigation' ? this.incident.investigation.runId : currentFollowUp(this.incident)?.runId
    expect(runId).toMatch(/^run-/)
    const answer = { runId: runId ?? '', headline: 'It was this.', text: 'text', brief: BRIEF, analysis: null }
    return { type: `${about}_answered`, answer }
  }

  #change(event: IncidentChange): void {
    const isWhole = event.type === 'resolved_by' || event.type === 'went_stale'
    const wasOpen = this.incident.state === 'open'
    this.#apply(event)
    // Nobody waits for the ends of its alerts.
    if (isWhole && wasOpen && this.incident.state === 'resolved') this.open.clear()
  }

  #apply(event: IncidentChange): void {
    this.incident = this.#take(incidentTransition(this.incident, event, this.nowMs))
  }

  #take({ incident, entries, events }: Outcome): IncidentRecord {
    this.entries.push(...entries)
    this.events.push(...events)
    return incident
  }
}

// The machine hands it on and never looks inside.
const BRIEF = { cause: { statement: { text: 'It was this.', cites: [] } } } as unknown as Brief

it('keeps its counts, tells everything once and in order, and always comes to an end', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const life = new Life()
      for (const one of commands) life.obey(one)
      const { incident, events, entries } = life
      expect([incident.alerts, incident.repeats]).toEqual([life.alerts, life.repeats])
      expect(incident.openAlerts).toBe(life.open.size)
      if (life.open.size === 0) expect(incident.state).toBe('resolved')
      expect((incident.resolvedAtMs === null) === (incident.state === 'open')).toBe(true)
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
      expect(incident.sequence).toBe(events.length)
      expect(incident.entries).toBe(entries.length)
      expect(entries.length).toBeLessThanOrEqual(ENTRIES_MAX)
      const types = events.map(({ type }) => type)
      expect(types[0]).toBe('opened')
      expect(types.filter((type) => type === 'brief').length).toBeLessThanOrEqual(1)
      if (types.includes('follow_up')) expect(types.indexOf('follow_up')).toBeGreaterThan(types.indexOf('brief'))
      const turns = types.filter((type) => type === 'resolved' || type === 'reopened')
      expect(turns).toEqual(turns.map((_, index) => (index % 2 === 0 ? 'resolved' : 'reopened')))
      expect(incident.state).toBe(turns.at(-1) === 'resolved' ? 'resolved' : 'open')
      const running = incident.followUps.filter(({ state }) => state === 'running')
      expect(running.length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 500 },
  )
})

it('is done with everything once its alerts are over, whatever happened before', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const life = new Life()
      for (const one of commands) life.obey(one)
      while (life.open.size > 0) life.obey({ do: 'close' })
      for (let step = 0; step < 200 && nextTask(life.incident) !== null; step += 1) {
        life.obey({ do: 'wait', ms: Math.max(0, (nextTask(life.incident)?.atMs ?? 0) - life.nowMs) })
        life.obey({ do: 'work' })
      }
      expect(nextTask(life.incident)).toBeNull()
      expect(['answered', 'failed', 'refused']).toContain(life.incident.investigation.state)
      expect(life.events.map(({ type }) => type)).toContain('brief')
    }),
    { numRuns: 300 },
  )
})
