/** The questions a fit and a perturbation ask again and again, with the answers of the telemetry kept in memory. */
import type { InvestigatorParameters } from '../../../src/agent/investigator/parameters.ts'
import type { InvestigationSource } from '../../../src/agent/investigator/source.ts'
import { ALL_SIGNALS, type SignalName } from '../incident-cases.ts'
import { EpisodeReader } from '../protocol/cached-source.ts'
import { DiskCache } from '../protocol/disk-cache.ts'
import { looksOf, type Verdict, verdictOf, verdictOfLooks } from '../protocol/engine.ts'
import type { Episode, EpisodeSet } from '../protocol/episode.ts'
import { type Question, questionsAbout, type Times, timesOf } from '../protocol/questions.ts'
import { type Judged, judge } from '../protocol/scores.ts'

interface Asked {
  readonly set: EpisodeSet
  readonly episode: Episode
  readonly question: Question
  readonly times: Times
  readonly source: InvestigationSource
}

export interface Answered {
  readonly set: string
  readonly system: string
  readonly judged: Judged
}

export class Bench {
  readonly #asked: readonly Asked[]
  /** Of each question, once a judgement alone is asked for. */
  readonly #looks = new Map<Asked, Awaited<ReturnType<typeof looksOf>>>()

  /** @param perSet how many episodes of a set take part, spread evenly over it; 0: all. @param signals shown; episodes without any are left out. */
  constructor(sets: readonly EpisodeSet[], perSet: number, signals: readonly SignalName[] = ALL_SIGNALS) {
    const reader = new EpisodeReader(new DiskCache())
    this.#asked = sets.flatMap((set) =>
      spread(set.episodes, perSet).flatMap((episode) =>
        questionsAbout(withOnly(episode, signals), true)
          .filter((question) => question.signals.length > 0)
          .map((question) => {
            const source = remembering(reader.sourceOf(episode, question))
            return { set, episode, question, times: timesOf(episode, question), source }
          }),
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
   * @param isJudgementOnly all parameters it gives differ in what is made of a look alone: looks are taken once.
   */
  async answers(
    parametersOf: (system: string) => InvestigatorParameters | null,
    isJudgementOnly = false,
  ): Promise<Answered[]> {
    const answered: Answered[] = []
    for (const asked of this.#asked) {
      const { set, episode, question, times, source } = asked
      const parameters = parametersOf(set.system)
      if (parameters === null) continue
      const verdict = isJudgementOnly
        ? await this.#judged(asked, parameters)
        : await verdictOf(source, times, parameters)
      const isStated = question.lateMin !== null
      const about = { setName: set.name, cluster: episode.cluster, truth: episode.truth, isStated }
      answered.push({ set: set.name, system: set.system, judged: judge(about, verdict) })
    }
    return answered
  }

  async #judged(asked: Asked, parameters: InvestigatorParameters): Promise<Verdict> {
    let looks = this.#looks.get(asked)
    if (looks === undefined) {
      looks = await looksOf(asked.source, asked.times, parameters)
      this.#looks.set(asked, looks)
    }
    return verdictOfLooks(looks, asked.times, parameters)
  }
}

function withOnly(episode: Episode, signals: readonly SignalName[]): Episode {
  return { ...episode, signals: episode.signals.filter((signal) => signals.includes(signal)) }
}

function spread<T>(all: readonly T[], most: number): T[] {
  if (most === 0 || all.length <= most) return [...all]
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]).filter(
    (item) => item !== undefined,
  )
}

/** Each question of the telemetry is asked once. The investigator does not change what it is given. */
function remembering(source: InvestigationSource): InvestigationSource {
  const known = new Map<string, unknown>()
  return new Proxy(source, {
    get(target, method, receiver) {
      const question: unknown = Reflect.get(target, method, receiver)
      if (typeof question !== 'function') return question
      return (...args: unknown[]): unknown => {
        const key = JSON.stringify([method, args])
        if (!known.has(key)) known.set(key, Reflect.apply(question, target, args))
        return known.get(key)
      }
    },
  })
}
