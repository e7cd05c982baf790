/** Targets: what a caller enters, what is stored sealed, and what may be shown. */
import { guardUrl } from '../../connectors/outbound/address-guard.ts'
import {
  EMAIL_RECIPIENTS_MAX,
  type Target,
  type TargetSummary,
  type WebhookSecret,
} from '../../contracts/delivery-protocol.ts'
import { invalidInput } from '../../contracts/domain-error.ts'
import type { DestinationRow } from '../../db/destinations.ts'
import { isMember } from '../../db/members.ts'
import { opsgenieBase } from '../../oncall/messages/opsgenie.ts'
import { PAGERDUTY_HOSTS } from '../../oncall/messages/pagerduty.ts'
import { newWebhookSecret, secretBytes } from '../../oncall/messages/standard-webhook.ts'
import type { DomainContext } from '../context.ts'
import { DESTINATION_TARGET, openFrom, sealFor } from '../keys/sealed-columns.ts'
import { destinationGuard } from './outbound-guard.ts'

/** A target as a caller enters it. A webhook without a secret gets one. */
export type TargetInput =
  | { readonly kind: 'webhook'; readonly url: string; readonly secret?: string | undefined }
  | Exclude<Target, { readonly kind: 'webhook' }>

/** Checks addresses and recipients, and creates what is missing. `known` are the secrets that a webhook keeps. */
export async function targetOf(
  ctx: DomainContext,
  organizationId: string,
  input: TargetInput,
  known?: readonly WebhookSecret[],
): Promise<Target> {
  switch (input.kind) {
    case 'webhook': {
      await assertPublic(ctx, input.url)
      const secrets = known ?? [{ value: givenSecret(input.secret), createdAt: ctx.now(), expiresAt: null }]
      return { kind: 'webhook', url: input.url, secrets }
    }
    case 'slack':
    case 'teams':
      await assertPublic(ctx, input.url)
      return input
    case 'opsgenie':
      if (input.url !== null) await assertPublic(ctx, input.url)
      return input
    case 'pagerduty':
      return input
    case 'email':
      return { kind: 'email', to: await recipients(ctx, organizationId, input.to) }
  }
}

/** A secret that the caller chose, or a new one. */
export function givenSecret(secret: string | undefined): string {
  if (secret === undefined) return newWebhookSecret()
  if (secretBytes(secret) === null)
    refuse('secret', 'must be whsec_ followed by 24 to 64 bytes in base64', 'target.secret')
  return secret
}

/**
 * Returns what may be shown of a target: its host or address, and the age of its secrets (milliseconds since 1970).
 * Never a secret.
 */
export function summaryOf(target: Target): TargetSummary {
  const none = { secretCreatedAt: null, previousSecretExpiresAt: null }
  switch (target.kind) {
    case 'webhook': {
      const [current, previous] = target.secrets
      return {
        address: new URL(target.url).host,
        secretCreatedAt: current?.createdAt ?? null,
        previousSecretExpiresAt: previous?.expiresAt ?? null,
      }
    }
    case 'slack':
    case 'teams':
      return { address: new URL(target.url).host, ...none }
    case 'pagerduty':
      return { address: PAGERDUTY_HOSTS[target.region === 'eu' ? 1 : 0] ?? '', ...none }
    case 'opsgenie':
      return { address: new URL(opsgenieBase(target)).host, ...none }
    case 'email':
      return { address: target.to.join(', '), ...none }
  }
}

/** Seals a target for storage in the row of that id. */
export const sealTarget = (ctx: DomainContext, id: string, target: Target): Promise<string> =>
  sealFor(ctx, DESTINATION_TARGET, id, JSON.stringify(target))

/** Throws if the master key of the stored value is gone. */
export async function openTarget(ctx: DomainContext, row: Pick<DestinationRow, 'id' | 'target'>): Promise<Target> {
  // `sealTarget` sealed it for this row alone, so nobody else can have written it.
  return JSON.parse(await openFrom(ctx, DESTINATION_TARGET, row.id, row.target)) as Target
}

async function assertPublic(ctx: DomainContext, url: string): Promise<void> {
  const verdict = await guardUrl(url, destinationGuard(ctx))
  if (!verdict.ok) refuse('url', `is not allowed: ${verdict.reason}`, 'target.url')
}

/** Only members of the organization: the service sends no mail to people who did not ask for it. */
async function recipients(ctx: DomainContext, organizationId: string, to: readonly string[]): Promise<string[]> {
  const distinct = [...new Set(to.map((address) => address.toLowerCase()))].slice(0, EMAIL_RECIPIENTS_MAX)
  const areMembers = await Promise.all(distinct.map((address) => isMember(ctx.db, organizationId, address)))
  if (areMembers.includes(false))
    refuse('to', 'must be e-mail addresses of members of the organization; invite the others first', 'target.to')
  return distinct
}

function refuse(field: string, message: string, path: string): never {
  throw invalidInput(`The destination's ${field} ${message}.`, [{ path: `body.${path}`, message }])
}
