/**
 * Rate limits per credential and per organization. The isolate counts in fixed windows of a minute. The platform's
 * binding counts per location and is a second limit; it is asked only above half of a limit, because its call costs
 * more than the rest of a small request. Headers follow the IETF draft (RateLimit, RateLimit-Policy).
 */
import type { Caller } from '../auth/caller.ts'
import type { DomainContext } from '../domain/context.ts'
import type { Bindings, Settings } from '../env.ts'
import { HttpError } from './errors.ts'
import { MinuteCounter, secondsLeft, WINDOW_SECONDS } from './minute-counter.ts'

export interface Admission {
  readonly admit: (organizationId: string) => Promise<void>
  /** Adds the headers that tell the caller its remaining quota. */
  readonly describe: (response: Response) => void
}

const NO_LIMITS: Admission = { admit: async () => {}, describe: () => {} }

const requests = new MinuteCounter()

interface Limit {
  readonly name: 'credential' | 'organization'
  readonly key: string
  readonly quota: number
  readonly binding: RateLimit
}

/** The platform's counters. */
export type LimitBindings = Pick<Bindings, 'CREDENTIAL_RATE_LIMIT' | 'ORGANIZATION_RATE_LIMIT'>

/** Whose requests are counted: a caller, or a link to an incident. */
export type Counted = Pick<Caller, 'credentialId'>

export function admission(ctx: DomainContext, bindings: LimitBindings, caller: Counted): Admission {
  if (ctx.settings.RATE_LIMITS === 'off') return NO_LIMITS
  const used = new Map<Limit, number>()
  return {
    admit: async (organizationId) => {
      // One request may authorize more than one scope; it counts once.
      if (used.size > 0) return
      const now = ctx.now()
      for (const limit of limitsOf(ctx.settings, bindings, caller, organizationId)) {
        const value = requests.add(limit.key, now)
        used.set(limit, value)
        const isOver =
          value > limit.quota || (value > limit.quota / 2 && !(await limit.binding.limit({ key: limit.key })).success)
        if (isOver) throw tooMany(limit, now, used)
      }
    },
    describe: (response) => {
      if (used.size > 0) setHeaders(response.headers, used, ctx.now())
    },
  }
}

function limitsOf(settings: Settings, bindings: LimitBindings, caller: Counted, organizationId: string): Limit[] {
  const credential: Limit = {
    name: 'credential',
    key: `credential ${caller.credentialId}`,
    quota: settings.RATE_LIMIT_CREDENTIAL_PER_MINUTE,
    binding: bindings.CREDENTIAL_RATE_LIMIT,
  }
  if (organizationId === '') return [credential]
  const organization: Limit = {
    name: 'organization',
    key: `organization ${organizationId}`,
    quota: settings.RATE_LIMIT_ORGANIZATION_PER_MINUTE,
    binding: bindings.ORGANIZATION_RATE_LIMIT,
  }
  return [credential, organization]
}

function tooMany(limit: Limit, now: number, used: ReadonlyMap<Limit, number>): HttpError {
  const headers = new Headers()
  setHeaders(headers, used, now)
  return new HttpError(
    'TOO_MANY_REQUESTS',
    `More than ${limit.quota} requests in a minute by this ${limit.name}. Wait for retryAfterSeconds.`,
    {
      retryAfterSeconds: secondsLeft(now),
      headers: Object.fromEntries(headers),
    },
  )
}

function setHeaders(headers: Headers, used: ReadonlyMap<Limit, number>, now: number): void {
  const limits = [...used]
  const policy = limits.map(([{ name, quota }]) => `"${name}";q=${quota};w=${WINDOW_SECONDS}`)
  const state = limits.map(
    ([{ name, quota }, value]) => `"${name}";r=${Math.max(0, quota - value)};t=${secondsLeft(now)}`,
  )
  headers.set('ratelimit-policy', policy.join(', '))
  headers.set('ratelimit', state.join(', '))
}
