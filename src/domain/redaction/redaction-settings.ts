/** Redaction settings of a project: what is removed from its telemetry before it is stored. */

import type { ProjectScope } from '../../auth/scope.ts'
import { invalidInput } from '../../contracts/domain-error.ts'
import { upsertRedactionSettings } from '../../db/redaction-settings.ts'
import { compilePattern, OWN_RULES_MAX, type StatedRule } from '../../intake/redaction/own-rule.ts'
import { DEFAULT_REDACTION } from '../../intake/redaction/redact.ts'
import { forgetRedaction, type ProjectRedaction, redactionOf } from '../../intake/redaction/settings.ts'
import { audit } from '../audit.ts'
import type { VerbCall } from '../context.ts'

export const OWN_REDACTION_RULES_MAX = OWN_RULES_MAX

export interface RedactionView {
  readonly enabled: boolean
  readonly redactEmails: boolean
  readonly rules: readonly StatedRule[]
  /** Stored rules that are not applied, each with the reason. */
  readonly notices: readonly { readonly rule: string; readonly message: string }[]
}

const viewOf = ({ enabled, redactEmails, rules, refused }: Omit<ProjectRedaction, 'own'>): RedactionView => ({
  enabled,
  redactEmails,
  rules,
  notices: refused.map(({ name, problem }) => ({
    rule: name,
    message: `This rule is not applied and redacts nothing: its pattern ${problem}.`,
  })),
})

/** Returns the redaction rules that apply to the project, including its own. */
export async function getRedaction({ ctx, scope }: VerbCall<ProjectScope>): Promise<RedactionView> {
  return viewOf(await redactionOf(ctx.db, scope.projectId, ctx.now()))
}

/**
 * Updates the settings. Absent fields stay as they are. A pattern that could run for too long is refused, and the error
 * names it. The change takes effect everywhere within 60 s.
 */
export async function updateRedaction({
  ctx,
  scope,
  input,
}: VerbCall<
  ProjectScope,
  {
    readonly enabled: boolean | undefined
    readonly redactEmails: boolean | undefined
    readonly rules: readonly StatedRule[] | undefined
  }
>): Promise<RedactionView> {
  const { organizationId, projectId, actor } = scope
  const { enabled, redactEmails, rules } = input
  await requireUsable(rules ?? [])
  // Writes only the named fields, because somebody else may be changing the others.
  const change = {
    ...(enabled === undefined ? {} : { enabled }),
    ...(redactEmails === undefined ? {} : { redactEmails }),
    ...(rules === undefined ? {} : { rules: JSON.stringify(rules) }),
  }
  const { own: _, ...defaults } = DEFAULT_REDACTION
  const initial = { projectId, ...defaults, rules: '[]' }
  await ctx.db.batch([
    upsertRedactionSettings(ctx.db, initial, change, ctx.now()),
    audit(ctx, {
      organizationId,
      projectId,
      actor,
      action: 'redaction.update',
      targetId: projectId,
      detail: { enabled, redactEmails, rules: rules?.length },
    }),
  ])
  forgetRedaction(projectId)
  return viewOf(await redactionOf(ctx.db, projectId, ctx.now()))
}

/** Checks only the rules in the request. A stored rule that would be refused today does not block other changes. */
async function requireUsable(rules: readonly StatedRule[]): Promise<void> {
  const compiled = await Promise.all(rules.map(({ pattern }) => compilePattern(pattern)))
  const issues = compiled.flatMap((result, i) =>
    typeof result === 'string' ? [{ path: `body.rules.${i}.pattern`, message: result }] : [],
  )
  const [first] = issues
  if (first)
    throw invalidInput(`A pattern cannot be used: ${first.path} ${first.message}. Nothing was changed.`, issues)
}
