/**
 * Before Vercel accepts an endpoint it may ask it for a code of the team, in the header `x-vercel-verify`. Its own
 * Terraform provider reads that code from an endpoint of the API; so does this, and the intake answers with it.
 */
import { z } from 'zod'
import { type Outcome, TRANSIENT_FAILURES } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import type { VercelMetadata } from './metadata.ts'

const verification = z.object({ verificationCode: z.string().min(1) })

/**
 * null where Vercel gives none for this token or plan: whether the check is made for drains of the API is not
 * documented, so the drain is asked for all the same and Vercel decides. What passes by itself is a failure.
 */
export async function verificationCode(
  api: PlatformApi,
  metadata: VercelMetadata,
  known: string | null,
): Promise<Outcome<string | null>> {
  if (known !== null) return success(known)
  const asked = await read(api, { path: '/v1/verify-endpoint', query: { teamId: metadata.team_id } }, verification)
  if (asked.ok) return success(asked.value.verificationCode)
  return TRANSIENT_FAILURES.has(asked.kind) ? asked : success(null)
}
