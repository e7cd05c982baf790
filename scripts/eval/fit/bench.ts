/** The questions that a fit and a perturbation ask again and again. Looks are kept, so that only judgements are repeated. */
import type { Looks } from '../../../src/agent/investigator/looks.ts'
import type { InvestigatorParameters } from '../../../src/agent/investigator/parameters.ts'
import { EpisodeReader } from '../protocol/cached-source.ts'
import { DiskCache } from '../protocol/disk-cache.ts'
import { looksOf, probabilitiesOfLooks } from '../protocol/engine.ts'
import type { Episode, EpisodeSet } from '../protocol/episode.ts'
import { LookReader } from '../protocol/looks-cache.ts'
import { type Question, questionsAbout, type Times, timesOf } from '../protocol/questions.ts'
import { type Judged, judge } from '../protocol/scores.ts'
import { type QuietScores, quietScoresOf } from './everyday.ts'

/** What is asked about each episode: all its signals together, or each of several alone. */
export type AskedSignals = 'all' | 'alone'

interface Asked {
  readonly set: EpisodeSet
  readonly episode: Episode
  readonly question: Question
  readonly times: Times
}

export interface Answered {
  readonly set: string
  readonly system: string
  readonly judged: Judged
}

export class Bench {
  readonly #asked: readonly Asked[]
  readonly #reader: EpisodeReader
  readonly #kept: LookReader
  /** Of each question, with the parameters of the looks that they were taken with. */
  readonly #looks = new Map<Asked, { readonly parameters: string; readonly looks: Looks | null }>()

  /** @param perSet how many episodes of a set take part, spread evenly over it; 0: all. */
  constructor(sets: readonly EpisodeSet[], perSet: number, signals: AskedSignals = 'all') {
    const cache = new DiskCache()
    this.#reader = new EpisodeReader(cache)
    this.#kept = new LookReader(this.#reader, cache)
    this.#asked = sets.flatMap((set) =>
      spread(set.episodes, perSet).flatMap((episode) =>
        questionsOf(episode, signals).map((question) => ({
          set,
          episode,
          question,
          times: timesOf(episode, question),
        })),
      ),
    )
  }

  get systems(): string[] {
    return [...new Set(this.#asked.map(({ set }) => set.system))]
  }

  questionsOf(system: string): number {
    return this.#asked.filter(({ set }) => set.system === system).length
  }

  /**
   * @param parametersOf a system: null leaves the system out.
   * @param isKept whether looks are kept on disk. False for parameters of looks that are tried once.
   */
  async answers(parametersOf: (system: string) => InvestigatorParameters | null, isKept = true): Promise<Answered[]> {
    const answered: Answered[] = []
    for (const asked of this.#asked) {
      const { set, episode, question, times } = asked
      const parameters = parametersOf(set.system)
      if (parameters === null) continue
      const verdict = probabilitiesOfLooks(await this.#looksOf(asked, parameters, isKept), times, parameters)
      const isStated = question.lateMin !== null
      const about = { setName: set.name, cluster: episode.cluster, truth: episode.truth, isStated }
      answered.push({ set: set.name, system: set.system, judged: judge(about, verdict) })
    }
    return answered
  }

  /** What the windows without a fault reach, with the looks of these parameters. */
  async quietScores(parameters: InvestigatorParameters): Promise<QuietScores[]> {
    const scores: QuietScores[] = []
    for (const asked of this.#asked.filter(({ episode }) => episode.truth === null)) {
      const looks = await this.#looksOf(asked, parameters, true)
      if (looks !== null) scores.push(quietScoresOf(asked.set.system, looks, parameters))
    }
    return scores
  }

  async #looksOf(asked: Asked, parameters: InvestigatorParameters, isKept: boolean): Promise<Looks | null> {
    const { episode, question, times } = asked
    const own = JSON.stringify(parameters.metrics)
    const known = this.#looks.get(asked)
    if (known?.parameters === own) return known.looks
    if (!isKept) return looksOf(this.#reader.sourceOf(episode, question), times, parameters)
    const looks = await this.#kept.looksAt(episode, question, parameters)
    this.#looks.set(asked, { parameters: own, looks })
    return looks
  }
}

function questionsOf(episode: Episode, signals: AskedSignals): Question[] {
  if (signals === 'all') return questionsAbout(episode, true)
  // What one signal leaves to others does not depend on when somebody asks.
  return episode.signals.map((signal) => ({ signals: [signal], withChanges: false, lateMin: null }))
}

function spread<T>(all: readonly T[], most: number): T[] {
  if (most === 0 || all.length <= most) return [...all]
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]).filter(
    (item) => item !== undefined,
  )
}
