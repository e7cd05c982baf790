/** Stands in where the deployment's agent settings are wrong: every run ends at once with that reason, none hangs. */

import type { Agent } from './contract.ts'
import { embeddedModel } from './embedded/embedded-model.ts'
import { titleOf } from './title.ts'

/** Returns an agent that answers every question with what the operator has to set. */
export function unconfiguredAgent(): Agent {
  return {
    modelName: 'none',
    model: embeddedModel(),
    async modelStep() {
      return {
        ok: false,
        reason: 'The agent of this deployment is not configured; its operator has to correct the settings.',
        isRetryable: false,
      }
    },
    async toolStep(_, { toolCallId, name }) {
      return {
        toolCallId,
        name,
        status: 'error',
        result: { error: 'The agent is not configured.' },
        artifacts: [],
        durationMs: 0,
      }
    },
    title: titleOf,
  }
}
