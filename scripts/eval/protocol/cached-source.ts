/**
 * The telemetry of an episode as the investigator asks for it. Answers are cached on disk by what they depend on, so that
 * a changed rule of the investigator is scored without reading and aggregating the records again.
 */
import { memorySource, type RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import type { InvestigationSource } from '../../../src/agent/investigator/source.ts'
import type { SignalName } from '../incident-cases.ts'
import { lineShape } from '../line-shape.ts'
import { type DiskCache, hashOfSources } from './disk-cache.ts'
import type { Episode, EpisodeRecords } from './episode.ts'

/** Everything an answer of `memorySource` is computed with. */
export const READING_SOURCES = [
  'src/telemetry',
  'src/agent/investigator/memory-source.ts',
  'scripts/eval/otlp-files.ts',
  'scripts/eval/line-shape.ts',
]
/** Questions that read one signal: their answers are the same whatever else is there. Others read all. */
const READS: Readonly<Record<string, readonly SignalName[]>> = {
  logActivity: ['logs'],
  traceActivity: ['spans'],
  metricActivity: ['metrics'],
}

export interface Shown {
  readonly signals: readonly SignalName[]
  readonly withChanges: boolean
}

/** Keeps one episode's records: questions about an episode follow each other. */
export class EpisodeReader {
  readonly #cache: DiskCache | null
  readonly #code: string
  #loaded: { readonly key: string; readonly records: EpisodeRecords } | null = null

  /** @param cache null: everything is computed anew, which is what a measurement of time needs. */
  constructor(cache: DiskCache | null) {
    this.#cache = cache
    this.#code = hashOfSources(READING_SOURCES)
  }

  sourceOf(episode: Episode, shown: Shown): InvestigationSource {
    const cache = this.#cache
    if (cache === null) return this.#plain(episode, shown)
    const answer = (method: string, args: readonly unknown[]): Promise<unknown> => {
      const read = (READS[method] ?? shown.signals).filter((signal) => shown.signals.includes(signal))
      const readsLogs = READS[method] === undefined || read.includes('logs') || READS[method].includes('logs')
      const about = [...read, ...(shown.withChanges && readsLogs ? ['changes'] : [])].join()
      const key = [this.#code, episode.contentKey, about, method, JSON.stringify(args)]
      return cache.getAsync(key, () => this.#ask(episode, shown, method, args))
    }
    // A proxy, so that a question added to the interface needs nothing here: each property is the question of its name.
    return new Proxy({} as InvestigationSource, {
      get: (_, method) => (typeof method === 'string' ? (...args: unknown[]) => answer(method, args) : undefined),
    })
  }

  #plain(episode: Episode, shown: Shown): InvestigationSource {
    return memorySource(selected(this.#records(episode), shown), lineShape)
  }

  async #ask(episode: Episode, shown: Shown, method: string, args: readonly unknown[]): Promise<unknown> {
    // The proxy above passes on a call the investigator made of this very interface.
    const source = this.#plain(episode, shown) as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
    const question = source[method]
    if (question === undefined) throw new Error(`the telemetry has no question ${method}`)
    return question(...args)
  }

  #records(episode: Episode): EpisodeRecords {
    if (this.#loaded?.key !== episode.contentKey) {
      this.#loaded = { key: episode.contentKey, records: episode.load() }
    }
    return this.#loaded.records
  }
}

function selected({ records, changes }: EpisodeRecords, { signals, withChanges }: Shown): RecordArrays {
  return {
    logs: [...(signals.includes('logs') ? records.logs : []), ...(withChanges ? changes : [])],
    spans: signals.includes('spans') ? records.spans : [],
    metrics: signals.includes('metrics') ? records.metrics : [],
  }
}
