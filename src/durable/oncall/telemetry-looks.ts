/** What the object looks for in telemetry before anybody asks: changes within minutes, and an hour's quiet. */
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'
import type { DomainContext } from '../../domain/context.ts'
import { learnProjectQuiet } from '../../domain/oncall/project-quiet.ts'
import { recogniseChanges } from '../../domain/oncall/recognise-changes.ts'
import { type SpareTime, spareTime } from '../telemetry/spare-time.ts'
import { ChangeLook } from './change-look.ts'
import type { Identity } from './identity.ts'
import { QuietHours } from './quiet-hours.ts'

/** What an object has of its storage and of its life. */
export type LooksState = Pick<DurableObjectState, 'waitUntil'> & {
  readonly storage: Pick<DurableObjectStorage, 'kv' | 'transactionSync'>
}

export class TelemetryLooks {
  readonly changes: ChangeLook
  readonly quiet: QuietHours
  readonly #state: LooksState
  readonly #identity: Pick<Identity, 'isPurged'>
  readonly #context: () => DomainContext
  readonly #settled: () => void
  readonly #spareTime: SpareTime

  /** @param settled something else may be due next */
  constructor(
    state: LooksState,
    identity: Pick<Identity, 'isPurged'>,
    context: () => DomainContext,
    settled: () => void,
    time = spareTime,
  ) {
    this.changes = new ChangeLook(state.storage.kv)
    this.quiet = new QuietHours(state.storage)
    this.#state = state
    this.#identity = identity
    this.#context = context
    this.#settled = settled
    this.#spareTime = time
  }

  /** Telemetry came in. */
  arrived(owner: PlacedProject): void {
    if (this.#identity.isPurged()) return
    this.changes.arrived(owner, Date.now())
    this.quiet.arrived(owner, Date.now())
    this.#settled()
  }

  /** When something is due next, in milliseconds since 1970; infinite when nothing came in. */
  dueMs(): number {
    return Math.min(this.changes.dueMs() ?? Number.POSITIVE_INFINITY, this.quiet.dueMs() ?? Number.POSITIVE_INFINITY)
  }

  /** Begins what is due. */
  begin(nowMs: number): void {
    const ofChanges = this.changes.begin(nowMs)
    if (ofChanges !== null) this.#state.waitUntil(recogniseChanges({ ctx: this.#context(), scope: ofChanges }))
    const ofQuiet = this.quiet.begin(nowMs)
    if (ofQuiet !== null) this.#state.waitUntil(this.#learn(ofQuiet, nowMs))
  }

  /** Nobody waits for this look, so it is taken when nobody waits for the isolate, or after it was put off for a minute. */
  async #learn(owner: PlacedProject, nowMs: number): Promise<void> {
    const sinceMs = this.quiet.begunMs() ?? nowMs
    const isTaken = await this.#spareTime.use(sinceMs, () => learnProjectQuiet({ ctx: this.#context(), scope: owner }))
    if (this.#identity.isPurged()) return
    if (!isTaken) this.quiet.putOff(nowMs)
    this.#settled()
  }
}
