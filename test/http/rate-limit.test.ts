import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Caller } from '../../src/auth/caller.ts'
import { HttpError } from '../../src/http/errors.ts'
import { admission } from '../../src/http/rate-limit.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'

const ALWAYS = { limit: async () => ({ success: true }) }

function caller(id: string): Caller {
  const organization = { id: `org_${id}`, name: 'x', slug: 'x', logo: null }
  return {
    kind: 'secret',
    credentialId: id,
    keyName: 'k',
    organization,
    projectId: null,
    isPartnerMade: false,
    deletedProjectIds: [],
  }
}

/** A context with limits switched on; `binding` plays the platform's second line. */
function contextOf(credential: number, organization: number, now: number, binding: RateLimit = ALWAYS) {
  const ctx = backgroundContext(env, () => {})
  return {
    ...ctx,
    now: () => now,
    limits: { CREDENTIAL_RATE_LIMIT: binding, ORGANIZATION_RATE_LIMIT: ALWAYS },
    settings: {
      ...ctx.settings,
      RATE_LIMITS: 'on' as const,
      RATE_LIMIT_CREDENTIAL_PER_MINUTE: credential,
      RATE_LIMIT_ORGANIZATION_PER_MINUTE: organization,
    },
  }
}

const START = Date.UTC(2026, 10, 20, 12, 0, 15)

async function outcome(
  ctx: ReturnType<typeof contextOf>,
  who: Caller,
  organizationId: string,
): Promise<HttpError | null> {
  try {
    await admission(ctx, ctx.limits, who).admit(organizationId)
    return null
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}

describe('rate limits', () => {
  it('let a credential have its quota, then answer 429 until the minute is over', async () => {
    const ctx = contextOf(3, 100, START)
    const who = caller('a')
    for (let i = 0; i < 3; i += 1) expect(await outcome(ctx, who, 'org_a')).toBeNull()
    const refused = await outcome(ctx, who, 'org_a')
    expect(refused?.code).toBe('TOO_MANY_REQUESTS')
    expect(refused?.detail.retryAfterSeconds).toBe(45)
    expect(refused?.detail.headers?.ratelimit).toContain('"credential";r=0;t=45')
    expect(await outcome(contextOf(3, 100, START + 45_000), who, 'org_a')).toBeNull()
  })

  it('count all credentials of an organization together', async () => {
    const ctx = contextOf(100, 4, START)
    for (let i = 0; i < 4; i += 1) expect(await outcome(ctx, caller(`b${i}`), 'org_b')).toBeNull()
    expect((await outcome(ctx, caller('b9'), 'org_b'))?.message).toContain('organization')
    expect(await outcome(ctx, caller('c'), 'org_c')).toBeNull()
  })

  it('tell where the caller stands, in the headers of the IETF draft', async () => {
    const ctx = contextOf(10, 20, START)
    const limits = admission(ctx, ctx.limits, caller('d'))
    await limits.admit('org_d')
    await limits.admit('org_d')
    const response = new Response('x')
    limits.describe(response)
    expect(response.headers.get('ratelimit-policy')).toBe('"credential";q=10;w=60, "organization";q=20;w=60')
    expect(response.headers.get('ratelimit')).toBe('"credential";r=9;t=45, "organization";r=19;t=45')
  })

  it('ask the platform only above half of a limit, and take its no', async () => {
    let asked = 0
    const no = {
      limit: async () => {
        asked += 1
        return { success: false }
      },
    }
    const ctx = contextOf(6, 100, START, no)
    const who = caller('e')
    for (let i = 0; i < 3; i += 1) expect(await outcome(ctx, who, 'org_e')).toBeNull()
    expect(asked).toBe(0)
    expect((await outcome(ctx, who, 'org_e'))?.code).toBe('TOO_MANY_REQUESTS')
    expect(asked).toBe(1)
  })
})
