/** A store that answers the same query once: many questions about one unchanging project ask for the same names. */
import type { TelemetryStore } from '../../src/telemetry/port.ts'

export function rememberingStore(store: TelemetryStore): TelemetryStore {
  const answers = new Map<string, unknown>()
  return new Proxy(store, {
    get(target, property) {
      const verb: unknown = Reflect.get(target, property)
      if (typeof verb !== 'function') return verb
      return (...input: readonly unknown[]): unknown => {
        const key = `${String(property)} ${JSON.stringify(input)}`
        if (!answers.has(key)) answers.set(key, verb.apply(target, input))
        return answers.get(key)
      }
    },
  })
}
