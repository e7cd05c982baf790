/** The questions that a fit and a perturbation ask again and again. Looks are kept, so that only judgements are repeated. */
import type { Looks } from '../../../src/agent/investigator/looks.ts'
import { type InvestigatorParameters, START_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { type RankingParameters, rankServices, type Scored } from '../../../src/agent/investigator/ranking.ts'
import { EpisodeReader } from '../protocol/cached-source.ts'
import { DiskCache } from '../protocol/disk-cache.ts'
import { looksOf, probabilitiesOfLooks } from '../protocol/engine.ts'
import type { Episode, EpisodeSet } from '../protocol/episode.ts'
import { LookReader, lookParametersOf } from '../protocol/looks-cache.ts'
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
   * @param isOfOrder whether only the order of candidates is asked for, of episodes with a fault: many times as fast.
   */
  async answers(
    parametersOf: (system: string) => InvestigatorParameters | null,
    isKept = true,
    isOfOrder = false,
  ): Promise<Answered[]> {
    const answered: Answered[] = []
    for (const asked of this.#asked) {
      const { set, episode, question, times } = asked
      const parameters = parametersOf(set.system)
      if (parameters === null || (isOfOrder && episode.truth === null)) continue
      const taken = await this.#looksOf(asked, parameters, isKept)
      const looks = reranked(taken, parameters.ranking, !isOfOrder)
      const verdict = probabilitiesOfLooks(looks, times, parameters)
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
      const looks = reranked(await this.#looksOf(asked, parameters, true), parameters.ranking)
      if (looks !== null) scores.push(quietScoresOf(asked.set.system, looks, parameters))
    }
    return scores
  }

  async #looksOf(asked: Asked, parameters: InvestigatorParameters, isKept: boolean): Promise<Looks | null> {
    const { episode, question, times } = asked
    // Other ways of ranking are tried on the evidence of one look.
    const taken = { ...parameters, ranking: START_PARAMETERS.ranking }
    const own = lookParametersOf(taken)
    const known = this.#looks.get(asked)
    if (known?.parameters === own) return known.looks
    if (!isKept) return looksOf(this.#reader.sourceOf(episode, question), times, taken)
    const looks = await this.#kept.looksAt(episode, question, taken)
    this.#looks.set(asked, { parameters: own, looks })
    return looks
  }
}

const AT_START = JSON.stringify(START_PARAMETERS.ranking)

/**
 * The same evidence ranked in another way. The divisions of time stay those of the look: taken with other parameters, a
 * look may find another onset.
 * @param hasPlacebos whether placebo onsets are ranked as well: they say what the baseline shows.
 */
export function reranked(looks: Looks | null, ranking: RankingParameters, hasPlacebos = true): Looks | null {
  const { looked } = looks ?? {}
  const examination = looked?.examination ?? null
  if (looks === null || looked === null || looked === undefined || examination === null) return looks
  if (JSON.stringify(ranking) === AT_START) return looks
  const again = (of: readonly Scored[]): Scored[] => rankServices(of, examination.graph, ranking)
  const ranked = {
    ...examination,
    ranked: again(examination.ranked),
    placebos: hasPlacebos ? examination.placebos.map(again) : examination.placebos,
  }
  return { ...looks, looked: { ...looked, examination: ranked } }
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
