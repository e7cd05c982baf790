/**
 * What the Worker is given: bindings (wrangler.toml) and settings. Settings are parsed once per isolate, so that a
 * wrong one is a clear sentence at the start and not an odd failure in the middle of a request. Code receives the parts
 * it needs, not this object.
 */

import { z } from 'zod'
import { SettingsError } from './contracts/settings-error.ts'
import type { DatabaseBinding } from './db/database.ts'

/** Settings as they come from wrangler.toml and secrets: texts, any of which may be missing. */
type RawSettings = { readonly [Name in keyof z.input<typeof settingsSchema>]?: string }

export interface Bindings extends RawSettings {
  readonly DB: DatabaseBinding
  readonly ASSETS: Fetcher
  /** Stubs of these are made in src/wiring, by the interfaces of src/contracts/object-rpc.ts. */
  readonly THREAD: DurableObjectNamespace
  readonly PARTITION: DurableObjectNamespace
  readonly CATALOG: DurableObjectNamespace
  readonly SEARCH: DurableObjectNamespace
  readonly ORGANIZATION: DurableObjectNamespace
  readonly CLOCK: DurableObjectNamespace
  readonly POLLER: DurableObjectNamespace
  readonly ON_CALL: DurableObjectNamespace
  readonly MONITORS: DurableObjectNamespace
  readonly DELIVERIES: DurableObjectNamespace
  readonly PROVISIONING_QUEUE: Queue
  readonly DELETION_QUEUE: Queue
  readonly USAGE_QUEUE: Queue
  readonly REWRAP_QUEUE: Queue
  readonly ALERTS_QUEUE: Queue
  readonly CREDENTIAL_RATE_LIMIT: RateLimit
  readonly ORGANIZATION_RATE_LIMIT: RateLimit
  /** The second line of the limits per network address; the first is counted in the isolate. */
  readonly ADDRESS_RATE_LIMIT?: RateLimit
  /** Workers AI, where AGENT_MODEL asks for it. */
  readonly AI?: unknown
}

const onOff = z.enum(['on', 'off'])

const settingsSchema = z
  .object({
    ENVIRONMENT: z.enum(['local', 'staging', 'production']).default('local'),
    /** Where the API is reached, without /v1. Deployed environments need it; the Host header never stands in for it. */
    PUBLIC_BASE_URL: z.union([z.literal(''), z.url()]).default(''),
    /** What stands for PUBLIC_BASE_URL in answers of a local server; `npm start` gives the address it is bound to. */
    LOCAL_BASE_URL: z.url().default('http://localhost:8787'),
    RATE_LIMITS: onOff.default('off'),
    /** Requests a minute of one credential, and of all credentials of one organization. */
    RATE_LIMIT_CREDENTIAL_PER_MINUTE: z.coerce.number().int().min(1).default(600),
    RATE_LIMIT_ORGANIZATION_PER_MINUTE: z.coerce.number().int().min(1).default(6000),
    /** Limits per network address on what is not authenticated (docs/operations.md). */
    ADDRESS_LIMITS: onOff.default('on'),
    /** Organizations on the free plan that one person can make. */
    FREE_ORGANIZATIONS_PER_PERSON: z.coerce.number().int().min(1).default(5),
    /** Investigations that one project's alerts may start within an hour; more wait. */
    INVESTIGATIONS_PER_HOUR: z.coerce.number().int().min(1).max(10_000).default(20),
    AGENT_MODEL: z.enum(['embedded', 'openai-compatible', 'anthropic', 'workers-ai']).default('embedded'),
    /** Whether prompts to model providers are masked where the organization has not said. */
    AGENT_MASKING: onOff.default('off'),
    BILLING_PROCESSOR: z.enum(['none', 'stripe']).default('none'),
    /** Refuses runs and intake without credits even where no processor collects; with a processor it is always on. */
    BILLING_ENFORCEMENT: onOff.default('off'),
    STRIPE_SECRET_KEY: z.string().default(''),
    STRIPE_WEBHOOK_SECRET: z.string().default(''),
    /** Where people land after paying or leaving the processor's pages; empty: the deployment's base URL. */
    BILLING_RETURN_URL: z.union([z.literal(''), z.url()]).default(''),
    /** Who sends e-mail for destinations, the key there, and the sender's address. */
    EMAIL_PROVIDER: z.enum(['none', 'resend', 'postmark', 'sendgrid']).default('none'),
    EMAIL_API_KEY: z.string().default(''),
    EMAIL_FROM: z.string().default(''),
    /** Lets destinations of a local deployment be on this machine (http://localhost); deployed ones refuse it. */
    LOCAL_DESTINATIONS: onOff.default('off'),
    /** Hosts of web pages that may call the MCP server, separated by commas, besides this deployment's own. */
    MCP_ALLOWED_ORIGINS: z
      .string()
      .regex(/^[a-z0-9.,[\]:-]{0,1000}$/, 'must be host names in lower case, separated by commas')
      .default('')
      .transform((hosts) => hosts.split(',').filter((host) => host !== '')),
    /** The identity provider of people: OpenID Connect issuer, the audience of its access tokens, our client there. */
    OIDC_ISSUER: z.union([z.literal(''), z.url()]).default(''),
    OIDC_AUDIENCE: z.string().default(''),
    OIDC_CLIENT_ID: z.string().default(''),
    OIDC_CLIENT_SECRET: z.string().default(''),
    /** Keyring for envelope encryption: {"current":"k1","keys":{"k1":"<32 bytes, base64>"}}. */
    MASTER_KEYS: z.string().default(''),
    /** The deployment's own key of AWS, with which CloudWatch connections by role are assumed; empty: only by key. */
    AWS_ACCESS_KEY_ID: z.string().default(''),
    AWS_SECRET_ACCESS_KEY: z.string().default(''),
    /** Durable Object jurisdiction of every project, where the deployment promises residency. */
    JURISDICTION: z.enum(['', 'eu', 'fedramp', 'us']).default(''),
  })
  .refine(({ ENVIRONMENT, PUBLIC_BASE_URL }) => ENVIRONMENT === 'local' || PUBLIC_BASE_URL.startsWith('https://'), {
    path: ['PUBLIC_BASE_URL'],
    error: 'must be the https address of this deployment',
  })
  .refine((settings) => settings.LOCAL_DESTINATIONS === 'off' || settings.ENVIRONMENT === 'local', {
    path: ['LOCAL_DESTINATIONS'],
    error: 'is for local deployments alone',
  })
  .refine(
    (settings) => settings.EMAIL_PROVIDER === 'none' || (settings.EMAIL_API_KEY !== '' && settings.EMAIL_FROM !== ''),
    {
      path: ['EMAIL_PROVIDER'],
      error: 'needs EMAIL_API_KEY and EMAIL_FROM',
    },
  )
  .refine((settings) => settings.BILLING_PROCESSOR !== 'stripe' || settings.STRIPE_SECRET_KEY !== '', {
    path: ['STRIPE_SECRET_KEY'],
    error: 'is needed with BILLING_PROCESSOR=stripe',
  })
  .refine((settings) => settings.BILLING_PROCESSOR !== 'stripe' || settings.STRIPE_WEBHOOK_SECRET !== '', {
    path: ['STRIPE_WEBHOOK_SECRET'],
    error: 'is needed with BILLING_PROCESSOR=stripe',
  })

export type Settings = z.infer<typeof settingsSchema>

let parsed: { readonly from: object; readonly settings: Settings } | undefined

/**
 * Base of every URL that an answer shows, without /v1 and trailing slash. Never from the request: whoever sends a
 * request chooses its Host header, and the URL may be shown to somebody else.
 */
export function baseUrlOf({ PUBLIC_BASE_URL, LOCAL_BASE_URL }: Settings): string {
  return (PUBLIC_BASE_URL || LOCAL_BASE_URL).replace(/\/$/, '')
}

/** Settings of this deployment. Throws a sentence naming each wrong one. */
export function settingsOf(bindings: Bindings): Settings {
  if (parsed?.from === bindings) return parsed.settings
  const result = settingsSchema.safeParse(bindings)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new SettingsError(`The deployment's settings are wrong: ${problems.join('; ')}`)
  }
  parsed = { from: bindings, settings: result.data }
  return result.data
}
