/**
 * The agent: one model call or one tool call at a time, with the language model that the deployment configured. It
 * keeps nothing between calls; the thread object keeps the steps.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { isMcpToolName } from '../contracts/mcp-servers.ts'
import type { Agent } from './contract.ts'
import { embeddedModel } from './embedded/embedded-model.ts'
import { modelStep } from './model-step.ts'
import { loadModel, type ModelDeps } from './models/load-model.ts'
import { promptSent } from './outgoing.ts'
import type { AgentSettings } from './settings.ts'
import { titleOf } from './title.ts'
import { withConnectedTools } from './tools/connected-tools.ts'
import { agentTools } from './tools/index.ts'
import { runTool } from './tools/run-tool.ts'

export interface AgentDeps extends ModelDeps {
  /** A structured line for the operator's log: event names and error classes, never telemetry or prompts. */
  readonly log?: (event: string, detail: Readonly<Record<string, unknown>>) => void
  /** Replaces the configured model in tests of the loop. */
  readonly model?: LanguageModelV4
}

/** Builds an agent from its settings. A wrong setting shows in the answers, never as an exception. */
export function createAgent(settings: AgentSettings, deps: AgentDeps): Agent {
  const model = deps.model ?? loadModel(settings, deps)
  const tools = agentTools()
  const log = deps.log ?? (() => undefined)
  const fallback =
    settings.AGENT_FALLBACK === 'embedded' && settings.AGENT_MODEL !== 'embedded' ? embeddedModel() : null
  const onUnreadable = (error: unknown) =>
    log('connected_tools_unreadable', { error: error instanceof Error ? error.name : typeof error })
  return {
    modelName: `${model.provider}/${model.modelId}`,
    model,
    modelStep: async (input) => {
      const all = await withConnectedTools(tools, input.ctx, onUnreadable)
      return modelStep({ model, fallback, tools: all, settings, log }, input)
    },
    promptSent: (input) => promptSent(settings, input),
    toolStep: async (ctx, call, signal) =>
      runTool(
        {
          tools: isMcpToolName(call.name) ? await withConnectedTools(tools, ctx, onUnreadable) : tools,
          onToolError: (name, error) =>
            log('tool_failed', { name, error: error instanceof Error ? error.name : typeof error }),
        },
        ctx,
        call,
        signal,
      ),
    title: titleOf,
  }
}
