/**
 * Before Vercel accepts an endpoint, it may ask it for a code of the team in the header `x-vercel-verify`. Vercel's own
 * Terraform provider reads that code from an endpoint of the API; so does this module, and the intake answers with it.
 */
import { z } from 'zod'
import { type Outcome, TRANSIENT_FAILURES } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import type { VercelMetadata } from './metadata.ts'

const verification = z.object({ verificationCode: z.string().min(1) })

/**
 * Null when Vercel has no code for this token or plan. It is not documented whether drains created through the API are
 * checked, so the drain is requested anyway and Vercel decides. Temporary errors are failures.
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
