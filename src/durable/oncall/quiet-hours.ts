/**
 * When a project's quiet is learnt, and what was learnt: once an hour while telemetry comes in, when nobody waits for the
 * isolate. Kept beside the tables, because a project without alerts or changes has none.
 */
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'
import type { QuietProfile } from '../../contracts/quiet-profile.ts'

/** One look covers half an hour; two of them shall not share telemetry. */
const LEARN_EVERY_MS = 3_600_000
/** If somebody waits for the isolate, it is tried again after this time. */
const PUT_OFF_MS = 30_000
/** A look takes seconds. If it has not ended after this time, its instance is gone, and it is taken again. */
const LEASE_MS = 10 * 60_000
const KEY = 'quietHours'
const PROFILE = 'quietProfile'

/** Persisted: fields are only added. */
interface Stored {
  readonly owner: PlacedProject
  /** Null: nothing came in since the last look. */
  readonly dueMs: number | null
  /** Null: never. */
  readonly lookedMs: number | null
  /** When the look that is due was first begun. Absent: it was not. */
  readonly begunMs?: number
}

export class QuietHours {
  readonly #storage: Pick<DurableObjectStorage, 'kv' | 'transactionSync'>

  constructor(storage: Pick<DurableObjectStorage, 'kv' | 'transactionSync'>) {
    this.#storage = storage
  }

  /** Telemetry came in. */
  arrived({ organizationId, projectId, region }: PlacedProject, nowMs: number): void {
    const known = this.#stored()
    if (known?.dueMs != null) return
    const lookedMs = known?.lookedMs ?? null
    const dueMs = Math.max(nowMs, (lookedMs ?? nowMs) + LEARN_EVERY_MS)
    this.#put({ owner: { organizationId, projectId, region }, dueMs, lookedMs })
  }

  /** When to look next, in milliseconds since 1970; null: nothing came in. */
  dueMs(): number | null {
    return this.#stored()?.dueMs ?? null
  }

  /** Whose quiet is to be learnt now; null: nothing is due. If its end is never noted, it is due again. */
  begin(nowMs: number): PlacedProject | null {
    const known = this.#stored()
    if (known?.dueMs == null || known.dueMs > nowMs) return null
    this.#put({ ...known, dueMs: nowMs + LEASE_MS, begunMs: known.begunMs ?? nowMs })
    return known.owner
  }

  /** Since when the look that is due has been put off; null: none is due, or it was never begun. */
  begunMs(): number | null {
    return this.#stored()?.begunMs ?? null
  }

  /** There was no time for the look that was begun. */
  putOff(nowMs: number): void {
    const known = this.#stored()
    if (known !== null) this.#put({ ...known, dueMs: nowMs + PUT_OFF_MS })
  }

  /** The look that was begun has ended. Null: it showed nothing to learn. */
  learnt(profile: QuietProfile | null, nowMs: number): void {
    const known = this.#stored()
    // The project was deleted meanwhile.
    if (known === null) return
    this.#storage.transactionSync(() => {
      if (profile !== null) this.#storage.kv.put(PROFILE, profile)
      this.#put({ owner: known.owner, dueMs: null, lookedMs: nowMs })
    })
  }

  /** Null: nothing was learnt yet. */
  profile(): QuietProfile | null {
    // Written by this class alone.
    return this.#storage.kv.get<QuietProfile>(PROFILE) ?? null
  }

  #put(stored: Stored): void {
    this.#storage.kv.put(KEY, stored)
  }

  #stored(): Stored | null {
    // Written by this class alone.
    return this.#storage.kv.get<Stored>(KEY) ?? null
  }
}
