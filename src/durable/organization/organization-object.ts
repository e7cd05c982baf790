/**
 * One object per organization. It holds idempotency records, which are written on every such POST and should not wait
 * for D1, and the health of the organization's sources.
 */

import { DurableObject } from 'cloudflare:workers'
import type { OrganizationRpc, Served } from '../../contracts/object-rpc.ts'
import type { BeginInput, BeginReply, DeliveryCount, SourceHealth } from '../../contracts/organization-protocol.ts'
import type { Bindings } from '../../env.ts'
import { HealthRecords } from './health-records.ts'
import { IdempotencyRecords, RECORD_AGE_MAX_MS } from './idempotency-records.ts'

export class OrganizationObject extends DurableObject<Bindings> implements Served<OrganizationRpc> {
  /** Created on first use, because each creates its tables. */
  #idempotencyRecords: IdempotencyRecords | null = null
  #healthRecords: HealthRecords | null = null

  get #records(): IdempotencyRecords {
    this.#idempotencyRecords ??= new IdempotencyRecords(this.ctx.storage)
    return this.#idempotencyRecords
  }

  get #health(): HealthRecords {
    this.#healthRecords ??= new HealthRecords(this.ctx.storage)
    return this.#healthRecords
  }

  async beginIdempotent(input: BeginInput): Promise<BeginReply> {
    const reply = this.#records.begin(input)
    if (reply.kind === 'execute' && (await this.ctx.storage.getAlarm()) === null) {
      await this.ctx.storage.setAlarm(input.now + RECORD_AGE_MAX_MS)
    }
    return reply
  }

  completeIdempotent(key: string, answer: string | null): void {
    this.#records.complete(key, answer)
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

  /** Removes the health of the keys of a deleted project. */
  forgetKeys(keyIds: readonly string[]): void {
    this.#health.forget(keyIds)
  }

  override async alarm(): Promise<void> {
    const next = this.#records.expire(Date.now())
    if (next !== null) await this.ctx.storage.setAlarm(Math.max(next, Date.now() + 1000))
  }

  /** Removes everything of a deleted organization. */
  async purge(): Promise<void> {
    await this.ctx.storage.deleteAll()
    this.#idempotencyRecords = null
    this.#healthRecords = null
  }
}
