/**
 * What the provisioning queue does with a stream. It acts on the row, not on the message: an older message, a
 * redelivery or two consumers at once end in the same state. What a platform gave is stored before anything else is
 * tried, so that a crash resumes instead of making a second remote resource.
 */
import { type Connector, type Failure, TRANSIENT_FAILURES } from '../../connectors/connector.ts'
import { failure } from '../../connectors/failure.ts'
import type { DomainContext } from '../context.ts'
import { connectorDeps } from './connector-deps.ts'
import { connectorOfProvider } from './connector-of.ts'
import { deliveryUrl } from './endpoint-cards.ts'
import { openMetadata, openSigningSecret } from './metadata.ts'
import {
  type RawSource,
  type RawStream,
  SOURCE_COLUMNS,
  type SourceRow,
  STREAM_COLUMNS,
  type StreamRow,
  sourceOf,
  streamOf,
} from './rows.ts'
import { streamKeyValues } from './stream-changes.ts'

export type ProvisionResult =
  | { readonly kind: 'settled' }
  /** Passes by itself: deliver again after this. */
  | { readonly kind: 'again'; readonly delaySeconds: number }

/** With the delays below most of a day of a platform being down; the queue allows 40 retries (wrangler.toml). */
const ATTEMPTS_MAX = 30
const DELAY_SECONDS = 2
const DELAY_SECONDS_MAX = 3600
const SETTLED: ProvisionResult = { kind: 'settled' }

/**
 * Longer than one piece of work can take: a consumer that died holds its stream for this long. Platforms that let names
 * repeat would otherwise be given two remote resources by two deliveries of one message at once.
 */
const LEASE_MS = 300_000
/** Jobs have no request to read the host from: a platform would be given a URL without one. */
const NO_ADDRESS =
  'This deployment does not state its own address, so the platform cannot be told where to deliver. Its operator sets PUBLIC_BASE_URL.'
const LEASED: ProvisionResult = { kind: 'again', delaySeconds: 15 }

/** The stream, held for this consumer alone; null: there is none, `leased`: another consumer works on it now. */
async function lease(ctx: DomainContext, streamId: string): Promise<StreamRow | 'leased' | null> {
  const now = ctx.now()
  const raw = await ctx.db
    .prepare(`update streams set leased_until = ?2 where id = ?1 and leased_until <= ?3 returning ${STREAM_COLUMNS}`)
    .bind(streamId, now + LEASE_MS, now)
    .first<RawStream>()
  if (raw) return streamOf(raw)
  return (await ctx.db.prepare('select id from streams where id = ?').bind(streamId).first()) ? 'leased' : null
}

async function release(ctx: DomainContext, streamId: string): Promise<void> {
  await ctx.db.prepare('update streams set leased_until = 0 where id = ?').bind(streamId).run()
}

interface Loaded {
  readonly stream: StreamRow
  readonly source: SourceRow
  readonly connector: Connector
}

/** Also of deleted streams and sources, whose remote resources remain to be taken down. */
async function load(ctx: DomainContext, stream: StreamRow): Promise<Loaded | null> {
  const source = await ctx.db
    .prepare(`select ${SOURCE_COLUMNS} from sources where id = ?`)
    .bind(stream.sourceId)
    .first<RawSource>()
  const connector = await connectorOfProvider(source?.provider)
  return source && connector ? { stream, source: sourceOf(source), connector } : null
}

export async function provisionStream(ctx: DomainContext, streamId: string): Promise<ProvisionResult> {
  const stream = await lease(ctx, streamId)
  if (stream === null) return SETTLED
  if (stream === 'leased') return LEASED
  try {
    return await provisionLeased(ctx, stream)
  } finally {
    await release(ctx, streamId)
  }
}

async function provisionLeased(ctx: DomainContext, stream: StreamRow): Promise<ProvisionResult> {
  if (stream.isDeleted || stream.status === 'active' || stream.status === 'error') return SETTLED
  const loaded = await load(ctx, stream)
  if (!loaded) return SETTLED
  const { connector } = loaded
  await ctx.db
    .prepare(
      "update streams set status = 'provisioning', attempts = attempts + 1 where id = ? and status in ('pending', 'provisioning')",
    )
    .bind(stream.id)
    .run()
  if (connector.mode === 'pull') return startPulling(ctx, stream)
  if (!connector.provision) return awaitFirstRecord(ctx, stream)
  if (ctx.baseUrl === '') {
    await fail(ctx, stream.id, NO_ADDRESS)
    return SETTLED
  }
  const outcome = await attempt(ctx, loaded)
  if (outcome.ok) return becomeActive(ctx, stream.id, outcome.value)
  const isTransient = TRANSIENT_FAILURES.has(outcome.kind) && stream.attempts < ATTEMPTS_MAX
  if (isTransient) return { kind: 'again', delaySeconds: delayOf(stream.attempts, outcome) }
  await fail(ctx, stream.id, outcome.message)
  return SETTLED
}

async function attempt(ctx: DomainContext, { stream, source, connector }: Loaded) {
  const keys = await streamKeyValues(ctx, [stream.id])
  const key = keys.get(stream.id) ?? ''
  const signingSecret =
    stream.signingSecret === null ? '' : await openSigningSecret(ctx, stream.id, stream.signingSecret)
  const remember = async (remote: Readonly<Record<string, unknown>>) => {
    await ctx.db.prepare('update streams set remote = ? where id = ?').bind(JSON.stringify(remote), stream.id).run()
  }
  const delivery = { streamId: stream.id, key, url: deliveryUrl(ctx.baseUrl, key), signingSecret }
  const metadata = await openMetadata(ctx, source)
  const input = { metadata, config: stream.config, delivery, remote: stream.remote, remember }
  // Called with what its own schemas parsed.
  return connector.provision
    ? connector.provision(connectorDeps(ctx), input)
    : ({ ok: false, kind: 'bad_config', message: 'Nothing to provision.' } satisfies Failure)
}

/** A stream that was deleted meanwhile keeps its remote ids: the deletion job takes it down. */
async function becomeActive(ctx: DomainContext, streamId: string, remote: unknown): Promise<ProvisionResult> {
  await ctx.db
    .prepare(
      "update streams set status = 'active', error_message = null, remote = ?2 where id = ?1 and status = 'provisioning'",
    )
    .bind(streamId, JSON.stringify(remote))
    .run()
  return SETTLED
}

async function startPulling(ctx: DomainContext, stream: StreamRow): Promise<ProvisionResult> {
  await ctx.bindings.POLLER.getByName(stream.id).start(stream.id)
  return becomeActive(ctx, stream.id, stream.remote ?? {})
}

/** Set up by hand on the platform: it is waited for, and becomes active with its first record. */
async function awaitFirstRecord(ctx: DomainContext, stream: StreamRow): Promise<ProvisionResult> {
  await ctx.db
    .prepare("update streams set status = 'pending' where id = ? and status = 'provisioning'")
    .bind(stream.id)
    .run()
  return SETTLED
}

export async function fail(ctx: DomainContext, streamId: string, message: string): Promise<void> {
  await ctx.db
    .prepare(
      "update streams set status = 'error', error_message = ?2 where id = ?1 and status in ('pending', 'provisioning')",
    )
    .bind(streamId, message)
    .run()
}

function delayOf(attempts: number, failure: Failure): number {
  const backoff = Math.min(DELAY_SECONDS * 2 ** attempts, DELAY_SECONDS_MAX) * (0.75 + Math.random() * 0.5)
  return Math.ceil(Math.max(backoff, (failure.retryAfterMs ?? 0) / 1000))
}

/** null: taken down and its row removed. Repeatable. */
export async function deprovisionStream(ctx: DomainContext, streamId: string): Promise<Failure | null> {
  const stream = await lease(ctx, streamId)
  if (stream === 'leased') return failure('unreachable', 'The stream is being provisioned right now.')
  try {
    return await deprovisionLeased(ctx, streamId, stream)
  } finally {
    if (stream) await release(ctx, streamId)
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
    if (connector.mode === 'pull') await ctx.bindings.POLLER.getByName(streamId).stop()
    if (connector.deprovision && loaded.stream.remote !== null) {
      const outcome = await connector.deprovision(connectorDeps(ctx), {
        metadata: await openMetadata(ctx, source),
        remote: loaded.stream.remote,
      })
      if (!outcome.ok && outcome.kind !== 'not_found') return outcome
    }
  }
  await ctx.db.batch([
    ctx.db.prepare('delete from credentials where log_stream_id = ?').bind(streamId),
    ctx.db.prepare('delete from streams where id = ? and deleted_at is not null').bind(streamId),
  ])
  return null
}
