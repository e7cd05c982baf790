/** What the intake needs of the rest of the service: the store, credits, health counts, secrets of streams. */
import type { Bindings } from '../../env.ts'
import type { IntakeContext } from '../../intake/deliver.ts'
import { noteDelivery } from '../../intake/health-counter.ts'
import { backgroundContext } from '../background-context.ts'
import { creditStanding } from '../billing/enforcement.ts'
import { openSigningSecret } from '../sources/metadata.ts'
import { telemetryOf } from '../telemetry-store.ts'

export function makeIntakeContext(bindings: Bindings, waitUntil: (work: Promise<unknown>) => void): IntakeContext {
  const ctx = backgroundContext(bindings, waitUntil)
  return {
    db: bindings.DB,
    telemetry: telemetryOf(bindings),
    now: ctx.now,
    fetch: ctx.fetch,
    waitUntil,
    refusalOf: async (organizationId) => {
      const standing = await creditStanding({ ctx, input: { organizationId } })
      return standing.allowed ? null : standing.message
    },
    note: ({ key, ...counts }) =>
      noteDelivery({
        ...counts,
        organizationId: key.project.organizationId,
        keyId: key.keyId,
        nowMs: ctx.now(),
        waitUntil,
        send: (organizationId, all) => bindings.ORGANIZATION.getByName(organizationId).addHealth(all),
      }),
    signingSecretOf: async (streamId) => {
      const row = await bindings.DB.prepare('select signing_secret as sealed from streams where id = ?')
        .bind(streamId)
        .first<{ sealed: string | null }>()
      return row?.sealed ? openSigningSecret(ctx, streamId, row.sealed) : null
    },
    verificationCodeOf: async (key) => {
      if (!key?.logStreamId) return null
      const row = await bindings.DB.prepare("select remote ->> 'verificationCode' as code from streams where id = ?")
        .bind(key.logStreamId)
        .first<{ code: string | null }>()
      return row?.code ?? null
    },
  }
}
