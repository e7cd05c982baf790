/**
 * The configured language model. Providers are imported when the first call needs them: a deployment with the embedded
 * model never loads them.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { LoadSettingError } from '@ai-sdk/provider'
import { embeddedModel } from '../embedded/embedded-model.ts'
import type { AgentSettings } from '../settings.ts'

export interface ModelDeps {
  readonly fetch: typeof fetch
  /** The Workers AI binding (`env.AI`), where the deployment has one. */
  readonly ai?: unknown
}

/** Where Workers AI is reached without a binding. */
const WORKERS_AI_BASE_URL = 'https://api.cloudflare.com/client/v4/accounts'

/** Returns the model of the settings. Packages of providers are loaded by the first call. */
export function loadModel(settings: AgentSettings, deps: ModelDeps): LanguageModelV4 {
  switch (settings.AGENT_MODEL) {
    case 'embedded':
      return embeddedModel()
    case 'openai-compatible':
      return lazyModel('openai-compatible', settings.OPENAI_MODEL, async () => {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
        const provider = createOpenAICompatible({
          name: 'openai-compatible',
          baseURL: settings.OPENAI_BASE_URL,
          includeUsage: true,
          fetch: deps.fetch,
          ...(settings.OPENAI_API_KEY === '' ? {} : { apiKey: settings.OPENAI_API_KEY }),
        })
        return provider.chatModel(settings.OPENAI_MODEL)
      })
    case 'anthropic':
      return lazyModel('anthropic', settings.ANTHROPIC_MODEL, async () => {
        const { createAnthropic } = await import('@ai-sdk/anthropic')
        const provider = createAnthropic({
          apiKey: settings.ANTHROPIC_API_KEY,
          fetch: deps.fetch,
          ...(settings.ANTHROPIC_BASE_URL === '' ? {} : { baseURL: settings.ANTHROPIC_BASE_URL }),
        })
        return provider.languageModel(settings.ANTHROPIC_MODEL)
      })
    case 'workers-ai':
      return lazyModel('workers-ai', settings.WORKERS_AI_MODEL, () => workersAi(settings, deps))
  }
}

/** Through the binding where there is one (it may name a gateway), else over HTTP with an account and a token. */
async function workersAi(settings: AgentSettings, deps: ModelDeps): Promise<LanguageModelV4> {
  if (deps.ai !== undefined) {
    const { createWorkersAI } = await import('workers-ai-provider')
    // The runtime made this binding; that it is the AI one is stated by its name in wrangler.toml.
    const binding = deps.ai as Ai
    const gateway = settings.WORKERS_AI_GATEWAY === '' ? {} : { gateway: { id: settings.WORKERS_AI_GATEWAY } }
    return createWorkersAI({ binding, ...gateway })(settings.WORKERS_AI_MODEL)
  }
  if (settings.WORKERS_AI_ACCOUNT_ID === '' || settings.WORKERS_AI_API_TOKEN === '') {
    throw new LoadSettingError({ message: 'Workers AI needs the AI binding, or an account id and a token.' })
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    name: 'workers-ai',
    baseURL: `${WORKERS_AI_BASE_URL}/${settings.WORKERS_AI_ACCOUNT_ID}/ai/v1`,
    apiKey: settings.WORKERS_AI_API_TOKEN,
    includeUsage: true,
    fetch: deps.fetch,
  })
  return provider.chatModel(settings.WORKERS_AI_MODEL)
}

function lazyModel(provider: string, modelId: string, load: () => Promise<LanguageModelV4>): LanguageModelV4 {
  let loaded: Promise<LanguageModelV4> | null = null
  const model = (): Promise<LanguageModelV4> => {
    // A failed import may work the next time, so only a success is kept.
    loaded ??= load().catch((error: unknown) => {
      loaded = null
      throw error
    })
    return loaded
  }
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedUrls: {},
    doGenerate: async (options) => (await model()).doGenerate(options),
    doStream: async (options) => (await model()).doStream(options),
  }
}
