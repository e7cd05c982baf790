/** Builds the request that sends an event to a target. */
import type { AllowedHost } from '../../connectors/outbound/allowed-hosts.ts'
import { givenHosts, vendorHosts } from '../../connectors/outbound/allowed-hosts.ts'
import type { Target } from '../../contracts/delivery-protocol.ts'
import type { Settings } from '../../env.ts'
import { EMAIL_HOSTS, type EmailSettings, emailMessage } from '../../oncall/messages/email.ts'
import { opsgenieBase, opsgenieMessage } from '../../oncall/messages/opsgenie.ts'
import { PAGERDUTY_HOSTS, pagerdutyMessage } from '../../oncall/messages/pagerduty.ts'
import type { MessageInput, PreparedMessage } from '../../oncall/messages/prepared.ts'
import { slackMessage } from '../../oncall/messages/slack.ts'
import { webhookMessage } from '../../oncall/messages/standard-webhook.ts'
import { teamsMessage } from '../../oncall/messages/teams.ts'

/** Null if the deployment sends no e-mail. */
export function emailSettings(settings: Settings): EmailSettings | null {
  const { EMAIL_PROVIDER: provider, EMAIL_API_KEY: apiKey, EMAIL_FROM: from } = settings
  return provider === 'none' ? null : { provider, apiKey, from }
}

/** Null if the deployment cannot send it. */
export async function render(settings: Settings, target: Target, input: MessageInput): Promise<PreparedMessage | null> {
  switch (target.kind) {
    case 'webhook':
      return webhookMessage(target, input)
    case 'slack':
      return slackMessage(target, input)
    case 'teams':
      return teamsMessage(target, input)
    case 'pagerduty':
      return pagerdutyMessage(target, input)
    case 'opsgenie':
      return opsgenieMessage(target, input)
    case 'email': {
      const email = emailSettings(settings)
      return email === null ? null : emailMessage(email, target.to, input)
    }
  }
}

/** Where its calls may go, and whether a person chose that address. */
export function reachOf(target: Target): { readonly allowed: readonly AllowedHost[]; readonly isUserGiven: boolean } {
  switch (target.kind) {
    case 'webhook':
    case 'slack':
    case 'teams':
      return { allowed: givenHosts(target.url), isUserGiven: true }
    case 'opsgenie':
      return { allowed: givenHosts(opsgenieBase(target)), isUserGiven: target.url !== null }
    case 'pagerduty':
      return { allowed: vendorHosts(...PAGERDUTY_HOSTS), isUserGiven: false }
    case 'email':
      return { allowed: vendorHosts(...EMAIL_HOSTS), isUserGiven: false }
  }
}
