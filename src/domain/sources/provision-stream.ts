/**
 * The verb of the provisioning queue for one stream. It acts on the row, not on the message, so an older message, a
 * redelivery or two consumers at once lead to the same state. What a platform returned is stored before the next step,
 * so that after a crash the work resumes instead of creating a second remote resource.
 */

import type { OrganizationScope } from '../../auth/scope.ts'
import { type Connector, type Failure, TRANSIENT_FAILURES } from '../../connectors/connector.ts'
import { failure } from '../../connectors/failure.ts'
import { findSourceOfStream } from '../../db/sources.ts'
import { deleteStreamKeys } from '../../db/stream-keys.ts'
import * as streams from '../../db/streams.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { type SystemScope, systemScope } from '../system-scope.ts'
import { connectorDeps } from './connector-deps.ts'
import { connectorOfProvider } from './connector-of.ts'
import { deliveryUrl } from './endpoint-cards.ts'
import { openMetadata, openSigningSecret } from './metadata.ts'
import type { SourceRow, StreamRow } from './rows.ts'
import { streamKeyValues } from './stream-changes.ts'

export type ProvisionResult =
  | { readonly kind: 'settled' }
  /** A temporary failure: deliver the message again after this time. */
  | { readonly kind: 'again'; readonly delaySeconds: number }

/**
 * With the delays below, this covers most of a day of a platform outage; the queue allows 40 retries (wrangler.toml).
 */
const ATTEMPTS_MAX = 30
const DELAY_SECONDS = 2
const DELAY_SECONDS_MAX = 3600
const SETTLED: ProvisionResult = { kind: 'settled' }

/**
 * Longer than one piece of work can take. A consumer that died holds its stream for this long. Otherwise two deliveries
 * of one message could create two remote resources on platforms that allow equal names.
 */
const LEASE_MS = 300_000
/** A job has no request from which it could read the host, so the platform would receive a URL without one. */
const NO_ADDRESS =
  'The platform cannot be told where to deliver, because this deployment does not know its own address. Its operator has to set PUBLIC_BASE_URL.'
const LEASED: ProvisionResult = { kind: 'again', delaySeconds: 15 }

/** The stream, held for this consumer alone. null: there is none. `leased`: another consumer is working on it. */
const lease = (ctx: DomainContext, streamId: string) =>
  streams.leaseStream(ctx.db, streamId, { now: ctx.now(), leasedUntil: ctx.now() + LEASE_MS })

const PROVISIONING = systemScope('provisioning')

interface StreamToAct {
  readonly streamId: string
}

interface Loaded {
  readonly stream: StreamRow
  readonly source: SourceRow
  readonly connector: Connector
}

/** This includes deleted streams and sources, whose remote resources still have to be removed. */
async function load(ctx: DomainContext, stream: StreamRow): Promise<Loaded | null> {
  const source = await findSourceOfStream(ctx.db, stream.sourceId)
  const connector = await connectorOfProvider(source?.provider)
  return source && connector ? { stream, source, connector } : null
}

/**
 * Creates on the platform what a stream needs, under a lease, so that one worker acts at a time. Repeatable. Returns
 * that the work is done, or after how many seconds to try again.
 */
export async function provisionStream({
  ctx,
  input: { streamId },
}: VerbCall<SystemScope, StreamToAct>): Promise<ProvisionResult> {
  const held = await lease(ctx, streamId)
  if (held === null) return SETTLED
  if (held === 'leased') return LEASED
  try {
    return await provisionLeased(ctx, held.stream)
  } finally {
    await streams.releaseStream(ctx.db, held)
  }
}

async function provisionLeased(ctx: DomainContext, stream: StreamRow): Promise<ProvisionResult> {
  if (stream.isDeleted || stream.status === 'active' || stream.status === 'error') return SETTLED
  const loaded = await load(ctx, stream)
  if (!loaded) return SETTLED
  const { connector } = loaded
  await streams.beginProvisioning(ctx.db, stream.id)
  if (connector.mode === 'pull') return startPulling(ctx, stream)
  if (!connector.provision) return awaitFirstRecord(ctx, stream)
  if (ctx.baseUrl === '') {
    await streams.failProvisioning(ctx.db, stream.id, NO_ADDRESS)
    return SETTLED
  }
  const outcome = await attempt(ctx, loaded)
  if (outcome.ok) return becomeActive(ctx, stream.id, outcome.value)
  const isTransient = TRANSIENT_FAILURES.has(outcome.kind) && stream.attempts < ATTEMPTS_MAX
  if (isTransient) return { kind: 'again', delaySeconds: delayOf(stream.attempts, outcome) }
  await streams.failProvisioning(ctx.db, stream.id, outcome.message)
  return SETTLED
}

async function attempt(ctx: DomainContext, { stream, source, connector }: Loaded) {
  const keys = await streamKeyValues({ ctx, scope: PROVISIONING, input: { streamIds: [stream.id] } })
  const key = keys.get(stream.id) ?? ''
  const signingSecret =
    stream.signingSecret === null ? '' : await openSigningSecret(ctx, stream.id, stream.signingSecret)
  const remember = (remote: Readonly<Record<string, unknown>>) => streams.storeRemote(ctx.db, stream.id, remote)
  const [url, keyedUrl] = [`${ctx.baseUrl}/intake`, deliveryUrl(ctx.baseUrl, key)]
  const delivery = { streamId: stream.id, key, url, keyedUrl, signingSecret }
  const metadata = await openMetadata(ctx, source)
  const input = { metadata, config: stream.config, delivery, remote: stream.remote, remember }
  // Called with values that the connector's own schemas parsed.
  return connector.provision
    ? connector.provision(connectorDeps(ctx), input)
    : ({ ok: false, kind: 'bad_config', message: 'Nothing to provision.' } satisfies Failure)
}

/** A stream that was deleted meanwhile keeps its remote ids; the deletion job removes the resource. */
async function becomeActive(
  ctx: DomainContext,
  streamId: string,
  remote: Readonly<Record<string, unknown>>,
): Promise<ProvisionResult> {
  await streams.activateProvisioned(ctx.db, streamId, remote)
  return SETTLED
}

async function startPulling(ctx: DomainContext, stream: StreamRow): Promise<ProvisionResult> {
  await ctx.objects.poller(stream.id).start(stream.id)
  return becomeActive(ctx, stream.id, stream.remote ?? {})
}

/** A person sets it up on the platform. The stream waits and becomes active with its first record. */
async function awaitFirstRecord(ctx: DomainContext, stream: StreamRow): Promise<ProvisionResult> {
  await streams.awaitFirstRecord(ctx.db, stream.id)
  return SETTLED
}

/** Gives up provisioning: the stream gets the status `error` and this message for people. */
export const failStream = ({
  ctx,
  input,
}: VerbCall<SystemScope, StreamToAct & { readonly message: string }>): Promise<void> =>
  streams.failProvisioning(ctx.db, input.streamId, input.message)

function delayOf(attempts: number, failure: Failure): number {
  const backoff = Math.min(DELAY_SECONDS * 2 ** attempts, DELAY_SECONDS_MAX) * (0.75 + Math.random() * 0.5)
  return Math.ceil(Math.max(backoff, (failure.retryAfterMs ?? 0) / 1000))
}

/** null: the stream was taken down and its row removed. Safe to repeat. */
export async function deprovisionStream({
  ctx,
  input: { streamId },
}: VerbCall<SystemScope | OrganizationScope, StreamToAct>): Promise<Failure | null> {
  const held = await lease(ctx, streamId)
  if (held === 'leased')
    return failure('unreachable', 'The stream is being provisioned right now. Try again in a minute.')
  try {
    return await deprovisionLeased(ctx, streamId, held?.stream ?? null)
  } finally {
    if (held) await streams.releaseStream(ctx.db, held)
  }
}

async function deprovisionLeased(
  ctx: DomainContext,
  streamId: string,
  stream: StreamRow | null,
): Promise<Failure | null> {
  if (stream && !stream.isDeleted) return null
  const loaded = stream && (await load(ctx, stream))
  if (loaded) {
    const { source, connector } = loaded
    if (connector.mode === 'pull') await ctx.objects.poller(streamId).stop()
    if (connector.deprovision && loaded.stream.remote !== null) {
      const outcome = await connector.deprovision(connectorDeps(ctx), {
        metadata: await openMetadata(ctx, source),
        remote: loaded.stream.remote,
      })
      if (!outcome.ok && outcome.kind !== 'not_found') return outcome
    }
  }
  await ctx.db.batch([deleteStreamKeys(ctx.db, streamId), streams.deleteMarkedStream(ctx.db, streamId)])
  return null
}
