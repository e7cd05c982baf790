/** Chooses the consumer of a queue's batch. Queue names end in the environment's name (wrangler.toml). */
import type { DomainContext } from '../domain/context.ts'
import { consumeAlerts, consumeAlertsDead } from './alerts/consume.ts'
import { consumeDeletion } from './deletion/consume.ts'
import { consumeProvisioning, consumeProvisioningDead } from './provisioning/consume.ts'
import { consumeRewrap } from './rewrap/consume.ts'
import { consumeUsage } from './usage/consume.ts'

type Consumer = (batch: MessageBatch, ctx: DomainContext) => Promise<void>

const CONSUMERS: Readonly<Record<string, Consumer>> = {
  alerts: consumeAlerts,
  'alerts-dead': consumeAlertsDead,
  deletion: consumeDeletion,
  provisioning: consumeProvisioning,
  'provisioning-dead': consumeProvisioningDead,
  rewrap: consumeRewrap,
  usage: consumeUsage,
}

export async function dispatchQueue(batch: MessageBatch, ctx: DomainContext): Promise<void> {
  const name = batch.queue.replace(/-(local|staging|production)$/, '')
  const consumer = CONSUMERS[name]
  if (!consumer) throw new Error(`The queue ${batch.queue} has no consumer: add one in src/queues/dispatch.ts`)
  await consumer(batch, ctx)
}
