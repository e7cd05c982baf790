/**
 * One object per organization: idempotency records, which are written on every such POST and must not queue behind D1,
 * and the health of its sources.
 */
import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'
import type { DeliveryCount } from '../../intake/health-counter.ts'
import { HealthRecords, type SourceHealth } from './health-records.ts'
import { type BeginInput, type BeginReply, IdempotencyRecords, RECORD_AGE_MAX_MS } from './idempotency-records.ts'

export class OrganizationObject extends DurableObject<Bindings> {
  readonly #records: IdempotencyRecords
  readonly #health: HealthRecords

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env)
    this.#records = new IdempotencyRecords(ctx.storage)
    this.#health = new HealthRecords(ctx.storage)
  }

  async beginIdempotent(input: BeginInput): Promise<BeginReply> {
    const reply = this.#records.begin(input)
    if (reply.kind === 'execute' && (await this.ctx.storage.getAlarm()) === null) {
      await this.ctx.storage.setAlarm(input.now + RECORD_AGE_MAX_MS)
    }
    return reply
  }

  completeIdempotent(key: string, answer: string, actor: string): void {
    this.#records.complete(key, answer, actor)
  }

  releaseIdempotent(key: string): void {
    this.#records.release(key)
  }

  failIdempotent(key: string): void {
    this.#records.fail(key, Date.now())
  }

  addHealth(counts: readonly DeliveryCount[]): void {
    this.#health.add(counts, Date.now())
  }

  healthOf(keyIds: readonly string[]): SourceHealth[] {
    return this.#health.of(keyIds, Date.now())
  }

  override async alarm(): Promise<void> {
    const next = this.#records.expire(Date.now())
    if (next !== null) await this.ctx.storage.setAlarm(Math.max(next, Date.now() + 1000))
  }

  /** For an organization that is deleted. */
  async purge(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}
