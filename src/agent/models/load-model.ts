/**
 * The configured language model. A provider's package is imported when the first call needs it, so a deployment with
 * the embedded model never loads one.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { LoadSettingError } from '@ai-sdk/provider'
import { embeddedModel } from '../embedded/embedded-model.ts'
import type { AgentSettings } from '../settings.ts'

export interface ModelDeps {
  readonly fetch: typeof fetch
  /** The Workers AI binding (`env.AI`), if the deployment has one. */
  readonly ai?: unknown
}

/** The address of Workers AI without a binding. */
const WORKERS_AI_BASE_URL = 'https://api.cloudflare.com/client/v4/accounts'

/** Returns the model of the settings. The first call loads the provider's package. */
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

/** Through the binding if there is one (it may name a gateway), else over HTTP with an account and a token. */
async function workersAi(settings: AgentSettings, deps: ModelDeps): Promise<LanguageModelV4> {
  if (deps.ai !== undefined) {
    const { createWorkersAI } = await import('workers-ai-provider')
    // The runtime made this binding. Its name in wrangler.toml says that it is the AI binding.
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
    // A failed import may succeed the next time, so only a success is kept.
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
