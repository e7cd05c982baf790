/** Reads questions over a generated system, without asking anything of its telemetry but names. */

import { type ReadQuestionResult, readQuestionTool } from '../../../src/agent/tools/read-question.ts'
import type { TelemetryStore } from '../../../src/telemetry/port.ts'
import { PROJECT } from '../../../test/agent/ask.ts'
import { rememberingStore } from '../../../test/agent/remembering-store.ts'
import { storeWithWorld } from '../../../test/agent/world-store.ts'
import type { Names } from './mutations.ts'
import type { World } from './records.ts'

/** Returns a function that reads a question put at the moment when the telemetry ends. */
export async function readerOf(world: World): Promise<(question: string) => Promise<ReadQuestionResult>> {
  const telemetry = rememberingStore(await storeWithWorld(world))
  const askedAtMs = world.endMs
  // Names are shared by project: each system is one of its own.
  const project = { ...PROJECT, projectId: crypto.randomUUID() }
  const ctx = { project, telemetry: asProject(telemetry), askedAtMs, now: () => askedAtMs, isCatalogueShared: true }
  return async (question) => {
    const { result } = await readQuestionTool.run({
      ctx,
      toolCallId: 'read',
      input: { question },
      signal: new AbortController().signal,
    })
    return result as ReadQuestionResult
  }
}

/** The store with all queries put to the one project that it has. */
function asProject(store: TelemetryStore): TelemetryStore {
  return new Proxy(store, {
    get(target, property) {
      const verb: unknown = Reflect.get(target, property)
      if (typeof verb !== 'function') return verb
      return (_: unknown, ...input: readonly unknown[]): unknown => verb.call(target, PROJECT, ...input)
    },
  })
}

/** Services, versions, status codes and values of attributes, each kind by itself. */
export function namesOf({ logs, spans }: World): Names {
  const services = new Set<string>()
  const values = new Map<string, Set<string>>()
  for (const { service, attributes } of [...logs, ...spans]) {
    services.add(service)
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value !== 'string' || value.length < 3) continue
      const held = values.get(key) ?? new Set<string>()
      values.set(key, held.add(value))
    }
  }
  const few = [...values.values()].filter(({ size }) => size > 1 && size < 20)
  return [[...services], ...few.map((kind) => [...kind])]
}
