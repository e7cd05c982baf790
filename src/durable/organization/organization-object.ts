/** One object per organization: idempotency records, which are written on every such POST and must not queue behind D1. */
import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../../env.ts'
import { type BeginInput, type BeginReply, IdempotencyRecords, RECORD_AGE_MAX_MS } from './idempotency-records.ts'

export class OrganizationObject extends DurableObject<Bindings> {
  readonly #records: IdempotencyRecords

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env)
    this.#records = new IdempotencyRecords(ctx.storage)
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

  override async alarm(): Promise<void> {
    const next = this.#records.expire(Date.now())
    if (next !== null) await this.ctx.storage.setAlarm(Math.max(next, Date.now() + 1000))
  }

  /** For an organization that is deleted. */
  async purge(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}
