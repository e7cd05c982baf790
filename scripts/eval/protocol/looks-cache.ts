/**
 * Looks at the telemetry, kept on disk by what they depend on. What is made of a look (probabilities, outcome, mechanism)
 * is then computed anew in milliseconds: for a table, for a fit, for constants that move.
 */
import type { Looks } from '../../../src/agent/investigator/looks.ts'
import type { InvestigatorParameters } from '../../../src/agent/investigator/parameters.ts'
import { type EpisodeReader, READING_SOURCES } from './cached-source.ts'
import { type DiskCache, hashOfSources } from './disk-cache.ts'
import { looksOf } from './engine.ts'
import type { Episode } from './episode.ts'
import { type Question, timesOf } from './questions.ts'

/** Sources that only read a look. Nothing that looks at telemetry may import them for more than a type or a constant. */
const AFTER_A_LOOK = [
  'chain.ts',
  'doubt.ts',
  'judgement.ts',
  'mechanism-signs.ts',
  'mechanism-words.ts',
  'mechanism.ts',
  'parameters.ts',
  'quiet-profile.ts',
  'store-or-client.ts',
  'two-witnesses.ts',
  'verdict-of.ts',
  'verdict.ts',
  'writer-or-reader.ts',
]

/** A hash of the code that takes looks. */
export function codeOfLooks(): string {
  return hashOfSources([...READING_SOURCES, 'src/agent/investigator'], AFTER_A_LOOK)
}

/** The parameters that a look depends on. */
export function lookParametersOf({ metrics, ranking }: InvestigatorParameters): string {
  return JSON.stringify([metrics, ranking])
}

export class LookReader {
  readonly #reader: EpisodeReader
  readonly #cache: DiskCache
  readonly #code = codeOfLooks()

  constructor(reader: EpisodeReader, cache: DiskCache) {
    this.#reader = reader
    this.#cache = cache
  }

  /** Null: no telemetry. */
  looksAt(episode: Episode, question: Question, parameters: InvestigatorParameters): Promise<Looks | null> {
    const times = timesOf(episode, question)
    const { signals, withChanges } = question
    const about = [episode.contentKey, signals.join(), String(withChanges), JSON.stringify(times)]
    const key = ['look', this.#code, ...about, lookParametersOf(parameters)]
    return this.#cache.getAsync(key, async () => {
      const looks = await looksOf(this.#reader.sourceOf(episode, question), times, parameters)
      return looks === null ? null : withoutTelemetry(looks)
    })
  }
}

/** What a judgement needs: without the series that were compared. */
function withoutTelemetry({ looked, metrics, ...rest }: Looks): Looks {
  return {
    ...rest,
    looked: looked === null ? null : { ...looked, material: emptied(looked.material) },
    metrics:
      metrics === null
        ? null
        : {
            ...metrics,
            activity: { ...metrics.activity, series: [] },
            examination: {
              ...metrics.examination,
              rows: [],
              candidates: metrics.examination.candidates.map((candidate) => ({ ...candidate, symptoms: [] })),
            },
          },
  }
}

type Material = NonNullable<Looks['looked']>['material']

/** Whether there were spans remains to be seen. */
function emptied({ traces }: Material): Material {
  if (traces === null) return { logs: null, metrics: null, traces }
  const activity = { ...traces.activity, operations: [], links: [], exceptions: [] }
  return { logs: null, metrics: null, traces: { ...traces, activity } }
}
