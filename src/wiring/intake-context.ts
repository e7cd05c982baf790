/** What the intake needs of the rest of the service: the store, credits, health counts, secrets of streams. */
import { AgedCache } from '../auth/cache.ts'
import { findStreamSecrets } from '../db/streams.ts'
import { creditStanding } from '../domain/billing/enforcement.ts'
import type { DomainContext } from '../domain/context.ts'
import { telemetryArrived } from '../domain/oncall/telemetry-arrived.ts'
import { openSigningSecret } from '../domain/sources/metadata.ts'
import type { Bindings } from '../env.ts'
import type { IntakeContext } from '../intake/deliver.ts'
import { noteDelivery } from '../intake/health-counter.ts'
import { backgroundContext } from './contexts.ts'

export function makeIntakeContext(bindings: Bindings, waitUntil: (work: Promise<unknown>) => void): IntakeContext {
  const ctx = backgroundContext(bindings, waitUntil)
  return {
    db: bindings.DB,
    telemetry: ctx.telemetry,
    now: ctx.now,
    fetch: ctx.fetch,
    waitUntil,
    refusalOf: async (organizationId) => {
      const standing = await creditStanding({ ctx, scope: { organizationId } })
      return standing.allowed ? null : standing.message
    },
    note: ({ key, ...counts }) => {
      if (counts.records > 0) telemetryArrived(ctx, key.project, waitUntil)
      noteDelivery({
        ...counts,
        organizationId: key.project.organizationId,
        keyId: key.keyId,
        nowMs: ctx.now(),
        waitUntil,
        send: (organizationId, all) => ctx.objects.organization(organizationId).addHealth(all),
      })
    },
    signingSecretOf: async (streamId) => (await streamSecrets(ctx, streamId)).signingSecret,
    verificationCodeOf: async (key) =>
      key?.logStreamId ? (await streamSecrets(ctx, key.logStreamId)).verificationCode : null,
  }
}

interface StreamSecrets {
  readonly signingSecret: string | null
  readonly verificationCode: string | null
}

/** Cached, because every delivery from a platform that signs needs them. */
const SECRETS_AGE_MAX_MS = 60_000
const SECRETS_ENTRIES_MAX = 1000
const secretsOfStreams = new AgedCache<StreamSecrets>(SECRETS_AGE_MAX_MS, SECRETS_ENTRIES_MAX)

async function streamSecrets(ctx: DomainContext, streamId: string): Promise<StreamSecrets> {
  const known = secretsOfStreams.get(streamId, ctx.now())
  if (known) return known
  const row = await findStreamSecrets(ctx.db, streamId)
  const signingSecret = row?.signingSecret ? await openSigningSecret(ctx, streamId, row.signingSecret) : null
  const secrets = { signingSecret, verificationCode: row?.verificationCode ?? null }
  // During provisioning, the code that the platform wants to be answered is still being stored.
  if (row?.status === 'active') secretsOfStreams.set(streamId, secrets, ctx.now())
  return secrets
}
