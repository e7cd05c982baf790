/** Threads of questions over generated systems, whose telemetry is stored once. */
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

type Asking = (name: string, ...questions: readonly string[]) => Promise<string>

/** The same over several systems that end at `endMs`, each by its name: the first line of the last answer. */
export function threadsAmong(systems: Readonly<Record<string, (endMs: number) => World>>, endMs: number): Asking {
  const asked = new Map(
    Object.entries(systems).map(([name, make]) => [name, threadsOver(() => make(endMs), endMs)] as const),
  )
  return async (name, ...questions) => {
    const last = asked.get(name)
    if (last === undefined) throw new Error(`no system ${name}`)
    return (await last(...questions)).split('\n')[0] ?? ''
  }
}
