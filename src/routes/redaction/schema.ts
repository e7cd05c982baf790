import { z } from 'zod'
import { OWN_REDACTION_RULES_MAX } from '../../domain/redaction/redaction-settings.ts'
import { text } from '../../http/parameters.ts'

export const redactionRules = z
  .array(z.strictObject({ name: text(1, 60), pattern: text(1, 200), replacement: text(0, 100) }))
  .max(OWN_REDACTION_RULES_MAX)

export const redaction = z
  .object({
    enabled: z.boolean(),
    redactEmails: z.boolean(),
    rules: z.array(z.object({ name: z.string(), pattern: z.string(), replacement: z.string() })),
    notices: z.array(
      z.object({
        rule: z.string().describe('The name of the rule.'),
        message: z.string().describe('Why the stored rule is not applied.'),
      }),
    ),
  })
  .openapi('RedactionSettings')

export const REDACTION_CHANGE_EXAMPLE = {
  enabled: true,
  redactEmails: false,
  rules: [{ name: 'order', pattern: 'ORD-[0-9]{6}', replacement: '[order]' }],
}

export const REDACTION_EXAMPLE = { ...REDACTION_CHANGE_EXAMPLE, notices: [] }
