/** An organization's settings for its agent: whether prompts are masked before they are sent to a model provider. */

import { AgedCache } from '../../auth/cache.ts'
import type { OrganizationScope } from '../../auth/scope.ts'
import { notFound } from '../../contracts/domain-error.ts'
import { findAgentMasking, setAgentMasking } from '../../db/organizations.ts'
import { logFailure } from '../../log/log.ts'
import { auditIfChanged } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'

export interface AgentSettingsView {
  /** The setting in force. */
  readonly maskingEnabled: boolean
  /** Who decided: the organization, or the deployment if the organization has no setting of its own. */
  readonly maskingSetBy: 'organization' | 'deployment'
}

type Reading = Pick<DomainContext, 'db' | 'settings' | 'now'>

/** A change has to take effect within 60 s everywhere; half of that leaves room for clock differences. */
const AGE_MAX_MS = 30_000
/** The organization's own setting, or null. */
const choices = new AgedCache<boolean | null>(AGE_MAX_MS, 10_000)

/** Returns the organization's choices for the agent, and what holds where it made none. Throws `not_found`. */
export async function getAgentSettings({ ctx, scope }: VerbCall<OrganizationScope>): Promise<AgentSettingsView> {
  const choice = await findAgentMasking(ctx.db, scope.organizationId)
  if (choice === undefined) throw notFound('The organization')
  return viewOf(ctx, choice)
}

/**
 * Changes `maskingEnabled`: null returns to the deployment's setting, undefined changes nothing. The change takes
 * effect everywhere within 60 s.
 */
export async function updateAgentSettings({
  ctx,
  scope,
  input,
}: VerbCall<OrganizationScope, { readonly maskingEnabled: boolean | null | undefined }>): Promise<AgentSettingsView> {
  const { maskingEnabled } = input
  if (maskingEnabled !== undefined) {
    const { organizationId, actor } = scope
    await ctx.db.batch([
      setAgentMasking(ctx.db, organizationId, maskingEnabled),
      auditIfChanged(ctx, {
        organizationId,
        actor,
        action: 'organization.update_agent_settings',
        targetId: organizationId,
        detail: { maskingEnabled },
      }),
    ])
    choices.delete(organizationId)
  }
  return getAgentSettings({ ctx, scope })
}

/**
 * Returns whether prompts of this organization are masked before they are sent to a model provider. The answer is a
 * copy at most 30 s old, so a run does not read the row each time. If the setting cannot be read, the answer is yes,
 * because a prompt that was sent cannot be withdrawn.
 */
export async function isMasked({
  ctx: reading,
  scope: { organizationId },
}: {
  readonly ctx: Reading
  readonly scope: Pick<OrganizationScope, 'organizationId'>
}): Promise<boolean> {
  const known = choices.get(organizationId, reading.now())
  if (known !== undefined) return viewOf(reading, known).maskingEnabled
  try {
    const choice = (await findAgentMasking(reading.db, organizationId)) ?? null
    choices.set(organizationId, choice, reading.now())
    return viewOf(reading, choice).maskingEnabled
  } catch (error) {
    logFailure('agent_masking_unreadable', error, { organizationId })
    return true
  }
}

function viewOf({ settings }: Pick<Reading, 'settings'>, choice: boolean | null): AgentSettingsView {
  return choice === null
    ? { maskingEnabled: settings.AGENT_MASKING === 'on', maskingSetBy: 'deployment' }
    : { maskingEnabled: choice, maskingSetBy: 'organization' }
}
