/** Settings of the agent, parsed from the Worker's variables and secrets. */

import { z } from 'zod'
import { SettingsError } from '../contracts/settings-error.ts'

const MODEL_KINDS = ['embedded', 'openai-compatible', 'anthropic', 'workers-ai'] as const

/** A variable left empty in wrangler.toml is one that is not set. */
const text = z.string().trim().default('')
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default('')

const schema = z
  .object({
    AGENT_MODEL: z.enum(MODEL_KINDS).default('embedded'),
    /** What answers when the configured model cannot: `embedded`, or `none` to end the run with the reason. */
    AGENT_FALLBACK: z.enum(['none', 'embedded']).default('none'),
    /** Input tokens a prompt may have; older turns are folded into a summary beyond it. */
    AGENT_CONTEXT_TOKENS: z.coerce.number().int().min(4_000).max(2_000_000).default(100_000),
    AGENT_OUTPUT_TOKENS: z.coerce.number().int().min(256).max(64_000).default(4_096),
    /** Longest time of one model call; a run has five minutes in all. */
    AGENT_CALL_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(240_000).default(90_000),
    /** Tokens a whole run may use before the model has to conclude. */
    AGENT_RUN_TOKENS: z.coerce.number().int().min(4_000).default(600_000),
    /** `on`: hosts, addresses, e-mails and ids are replaced before anything leaves for a model provider. */
    AGENT_MASKING: z.enum(['on', 'off']).default('off'),
    OPENAI_BASE_URL: address,
    OPENAI_API_KEY: text,
    OPENAI_MODEL: text,
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_API_KEY: text,
    ANTHROPIC_MODEL: text,
    WORKERS_AI_ACCOUNT_ID: text,
    WORKERS_AI_API_TOKEN: text,
    WORKERS_AI_GATEWAY: text,
    WORKERS_AI_MODEL: text,
  })
  .superRefine((settings, issues) => {
    const require = (...names: (keyof typeof settings)[]): void => {
      for (const name of names) {
        if (settings[name] !== '') continue
        issues.addIssue({
          code: 'custom',
          path: [name],
          message: `is required when AGENT_MODEL is ${settings.AGENT_MODEL}`,
        })
      }
    }
    if (settings.AGENT_MODEL === 'openai-compatible') require('OPENAI_BASE_URL', 'OPENAI_MODEL')
    if (settings.AGENT_MODEL === 'anthropic') require('ANTHROPIC_API_KEY', 'ANTHROPIC_MODEL')
    if (settings.AGENT_MODEL === 'workers-ai') require('WORKERS_AI_MODEL')
  })

export type AgentSettings = z.infer<typeof schema>

/** Settings from the Worker's bindings; other keys are ignored. Throws a sentence naming each wrong setting. */
export function agentSettingsOf(bindings: object): AgentSettings {
  const result = schema.safeParse(bindings)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new SettingsError(`The agent's settings are wrong: ${problems.join('; ')}`)
}
