/**
 * When telemetry is looked at for changes: some time after it began to come in, and again while it does. Kept beside the
 * tables, because a project that has no changes has no tables.
 */
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'

/** Time for a rollout to be told of in lines, and for several deliveries to be looked at together. */
const LOOK_AFTER_MS = 60_000
/** Between two looks of one project. */
const LOOK_EVERY_MS = 5 * 60_000
const KEY = 'changeLook'

/** Persisted: fields are only added. */
interface Stored {
  readonly owner: PlacedProject
  /** Null: nothing came in since the last look. */
  readonly dueMs: number | null
  readonly lookedMs: number | null
}

export class ChangeLook {
  readonly #kv: SyncKvStorage

  constructor(kv: SyncKvStorage) {
    this.#kv = kv
  }

  /** Telemetry came in. */
  arrived(owner: PlacedProject, nowMs: number): void {
    const known = this.#stored()
    if (known?.dueMs != null) return
    const lookedMs = known?.lookedMs ?? null
    const dueMs = Math.max(nowMs + LOOK_AFTER_MS, (lookedMs ?? 0) + LOOK_EVERY_MS)
    const { organizationId, projectId, region } = owner
    this.#kv.put(KEY, { owner: { organizationId, projectId, region }, dueMs, lookedMs } satisfies Stored)
  }

  /** When to look next; null: nothing came in. */
  dueMs(): number | null {
    return this.#stored()?.dueMs ?? null
  }

  /** Up to when it was looked; null: never. */
  lookedMs(): number | null {
    return this.#stored()?.lookedMs ?? null
  }

  /** Whose telemetry is to be looked at now; null: nothing is due. It is not due again before more comes in. */
  begin(nowMs: number): PlacedProject | null {
    const known = this.#stored()
    if (known?.dueMs == null || known.dueMs > nowMs) return null
    this.#kv.put(KEY, { ...known, dueMs: null } satisfies Stored)
    return known.owner
  }

  looked(owner: PlacedProject, upToMs: number): void {
    const dueMs = this.#stored()?.dueMs ?? null
    const { organizationId, projectId, region } = owner
    this.#kv.put(KEY, { owner: { organizationId, projectId, region }, dueMs, lookedMs: upToMs } satisfies Stored)
  }

  #stored(): Stored | null {
    // Written by this class alone.
    return this.#kv.get<Stored>(KEY) ?? null
  }
}
