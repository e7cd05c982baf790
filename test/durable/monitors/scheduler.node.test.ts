import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/contracts/ids.ts'
import type { IncidentEvent } from '../../../src/contracts/oncall-protocol.ts'
import type { ScheduleDefinition } from '../../../src/contracts/schedule-protocol.ts'
import { MonitorStore } from '../../../src/durable/monitors/monitor-store.ts'
import { ScheduleStore } from '../../../src/durable/monitors/schedule-store.ts'
import { type Answer, type Asked, planned, Scheduler } from '../../../src/durable/monitors/scheduler.ts'
import { memoryStorage } from '../../support/memory-storage.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Short enough that no run is given up within the faults of one test. */
const STEP_MS = 6 * 60_000
/** Friday, 8:30 in Berlin. */
const START = Date.parse('2026-03-27T07:30:00Z')
const MORNING: ScheduleDefinition = {
  name: 'Morning round',
  question: 'What changed since yesterday?',
  timing: { cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' },
  destinationIds: null,
  enabled: true,
}

class Rig {
  now = START
  readonly storage = memoryStorage()
  readonly store = new ScheduleStore(new MonitorStore(this.storage))
  readonly id = newId()
  asked: { readonly requestKey: string; readonly threadId: string }[] = []
  told: IncidentEvent[] = []
  /** What the next questions and waits come to. */
  asking: () => Promise<Asked> = async () => ({ kind: 'started', runId: 'run-1' })
  answering: () => Promise<Answer | 'running' | 'gone'> = async () => ({
    isFailed: false,
    text: '**Two** deployments [call_1].\n\nMore.',
  })
  telling: () => Promise<void> = async () => {}
  mishaps = 0
  scheduler = this.instance()

  constructor(definition: ScheduleDefinition = MORNING) {
    this.store.put(planned(null, this.id, definition, this.now))
  }

  /** As after a crash: nothing but what was stored is known. */
  instance(): Scheduler {
    return new Scheduler({
      store: this.store,
      now: () => this.now,
      newRunId: newId,
      newThreadId: newId,
      ask: async (_, { id: requestKey }, threadId) => {
        this.asked.push({ requestKey, threadId })
        return this.asking()
      },
      answer: () => this.answering(),
      tell: async (event) => {
        await this.telling()
        this.told.push(event)
      },
      baseUrl: 'https://service.test',
      onMishap: () => {
        this.mishaps += 1
      },
    })
  }

  async at(now: number): Promise<void> {
    this.now = now
    this.scheduler.run()
    await this.scheduler.idle()
  }

  get runs() {
    return this.store.runs(this.id, 100, null).runs
  }
}

const nine = (days: number) => Date.parse('2026-03-27T08:00:00Z') + days * DAY_MS - (days > 1 ? HOUR_MS : 0)

describe('a schedule', () => {
  it('asks at its time and tells the answer, without marks of look-ups', async () => {
    const rig = new Rig()
    expect(rig.scheduler.dueAt()).toBe(nine(0))
    await rig.at(START + 60_000)
    expect(rig.asked).toEqual([])
    await rig.at(nine(0) + 5)
    expect(rig.told).toMatchObject([
      {
        type: 'scheduled_answer',
        incidentId: rig.id,
        id: rig.runs[0]?.id,
        headline: 'Two deployments.',
        title: 'Morning round',
      },
    ])
    expect(rig.runs).toMatchObject([{ state: 'answered', scheduledAt: nine(0), runId: 'run-1' }])
    // Over the weekend and into summer time.
    expect(rig.scheduler.dueAt()).toBe(nine(3))
  })

  it('catches up the last of the times it missed, once', async () => {
    const rig = new Rig()
    await rig.at(nine(5) + HOUR_MS)
    await rig.at(nine(5) + 2 * HOUR_MS)
    expect(rig.runs.map(({ scheduledAt }) => scheduledAt)).toEqual([nine(5)])
    expect(rig.scheduler.dueAt()).toBe(nine(6))
  })

  it('skips a time while the run before has not ended', async () => {
    const rig = new Rig({ ...MORNING, timing: { cron: '*/15 * * * *', timeZone: 'UTC' } })
    let finish: (answer: Answer) => void = () => {}
    rig.answering = () => new Promise((resolve) => (finish = resolve))
    rig.now = START + 15 * 60_000
    rig.scheduler.run()
    await new Promise((resolve) => setImmediate(resolve))
    rig.now = START + 30 * 60_000
    rig.scheduler.run()
    finish({ isFailed: false, text: 'late' })
    await rig.scheduler.idle()
    expect(rig.runs.map(({ state }) => state)).toEqual(['skipped', 'answered'])
    expect(rig.asked.length).toBe(1)
  })

  it('says why a question was not asked or not answered', async () => {
    const refused = new Rig()
    refused.asking = async () => ({ kind: 'refused', reason: 'The question was not asked: no credits.' })
    await refused.at(nine(0))
    expect(refused.runs).toMatchObject([{ state: 'failed', reason: 'The question was not asked: no credits.' }])
    expect(refused.told[0]?.headline).toBe('The question could not be answered.')
    const gone = new Rig()
    gone.answering = async () => 'gone'
    await gone.at(nine(0))
    expect(gone.runs).toMatchObject([{ state: 'failed', reason: 'Its thread was deleted.' }])
  })

  it('is left alone while it is disabled, and does not catch up what passed then', async () => {
    const rig = new Rig()
    const change = (enabled: boolean) =>
      rig.store.put(planned(rig.store.get(rig.id), rig.id, { ...MORNING, enabled }, rig.now))
    change(false)
    await rig.at(nine(0) + 60_000)
    change(true)
    await rig.at(nine(0) + 120_000)
    expect([rig.asked, rig.scheduler.dueAt()]).toEqual([[], nine(3)])
  })

  it('asks each time once and tells it at least once with one id, whatever fails or dies in between', async () => {
    const outcome = fc.constantFrom('works', 'later', 'throws', 'dies')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ ask: outcome, answer: outcome, tell: outcome }), { maxLength: 12 }),
        async (faults) => {
          const rig = new Rig()
          const started = new Map<string, string>()
          const never = new Promise<never>(() => {})
          let fault = faults[0]
          const suffer = async (what: string | undefined) => {
            if (what === 'throws') throw new Error('not reached')
            if (what === 'dies') await never
          }
          rig.asking = async () => {
            if (fault?.ask === 'later') return { kind: 'later' }
            if (fault?.ask === 'throws') throw new Error('not reached')
            const last = rig.asked.at(-1)
            const runId = started.get(last?.requestKey ?? '') ?? newId()
            started.set(last?.requestKey ?? '', runId)
            await suffer(fault?.ask)
            return { kind: 'started', runId }
          }
          rig.answering = async () => {
            await suffer(fault?.answer)
            return { isFailed: false, text: 'fine' }
          }
          rig.telling = () => suffer(fault?.tell)
          for (const one of [...faults, undefined, undefined]) {
            fault = one
            rig.now += STEP_MS
            rig.scheduler.run()
            await new Promise((resolve) => setImmediate(resolve))
            // Whatever is in the middle of something dies with its instance.
            rig.scheduler = rig.instance()
          }
          const due = START + (faults.length + 2) * STEP_MS >= nine(0) ? 1 : 0
          expect([started.size, new Set(rig.asked.map(({ threadId }) => threadId)).size]).toEqual([due, due])
          expect(new Set(rig.told.map(({ id }) => id)).size).toBe(due)
          expect(rig.runs.map(({ state }) => state)).toEqual(due === 1 ? ['answered'] : [])
        },
      ),
      { numRuns: 60 },
    )
  })
})
