/** Redaction settings of a project: what is taken out of its telemetry before it is stored. */
import type { ProjectScope } from '../../auth/scope.ts'
import { upsertRedactionSettings } from '../../db/redaction-settings.ts'
import { badRequest } from '../../http/errors.ts'
import { OWN_RULES_MAX, problemOfPattern } from '../../intake/redaction/own-rule.ts'
import type { RedactionSettings } from '../../intake/redaction/redact.ts'
import { forgetRedaction, redactionOf } from '../../intake/redaction/settings.ts'
import { audit } from '../audit.ts'
import type { DomainContext } from '../context.ts'

export const OWN_REDACTION_RULES_MAX = OWN_RULES_MAX

export async function getRedaction({
  ctx,
  scope,
}: {
  readonly ctx: DomainContext
  readonly scope: ProjectScope
}): Promise<RedactionSettings> {
  return redactionOf(ctx.db, scope.projectId, ctx.now())
}

/** Absent fields stay. A pattern that could run for long is refused, naming it. Holds everywhere within 60 s. */
export async function updateRedaction({
  ctx,
  scope,
  input,
}: {
  readonly ctx: DomainContext
  readonly scope: ProjectScope
  readonly input: { readonly [Key in keyof RedactionSettings]: RedactionSettings[Key] | undefined }
}): Promise<RedactionSettings> {
  const { organizationId, projectId, actor } = scope
  forgetRedaction(projectId)
  const before = await redactionOf(ctx.db, projectId, ctx.now())
  const after: RedactionSettings = {
    enabled: input.enabled ?? before.enabled,
    redactEmails: input.redactEmails ?? before.redactEmails,
    rules: input.rules ?? before.rules,
  }
  const issues = after.rules.flatMap(({ pattern }, i) => {
    const problem = problemOfPattern(pattern)
    return problem === null ? [] : [{ path: `body.rules.${i}.pattern`, message: problem }]
  })
  if (issues.length > 0) throw badRequest('A pattern cannot be used.', issues)
  await ctx.db.batch([
    upsertRedactionSettings(ctx.db, {
      ...after,
      projectId,
      rules: JSON.stringify(after.rules),
      updatedAt: ctx.now(),
    }),
    audit(ctx, {
      organizationId,
      projectId,
      actor,
      action: 'redaction.update',
      targetId: projectId,
      detail: { enabled: after.enabled, redactEmails: after.redactEmails, rules: after.rules.length },
    }),
  ])
  forgetRedaction(projectId)
  return after
}
