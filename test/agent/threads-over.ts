/** Threads of questions over one generated system, whose telemetry is stored once. */
import type { World } from '../../scripts/eval/questions/records.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { lastAnswer } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

/** Returns what gives the answer to the last of its questions, asked in one thread at `endMs`. */
export function threadsOver(make: () => World, endMs: number): (...questions: readonly string[]) => Promise<string> {
  let store: Promise<TelemetryStore> | null = null
  return async (...questions) => {
    store ??= storeWithWorld(make()).then(rememberingStore)
    return lastAnswer(await store, questions, endMs)
  }
}
