/** Asks the investigator every question of the protocol about every episode. */
import type { InvestigatorParameters } from '../../../src/agent/investigator/parameters.ts'
import { parametersFor, readFitted } from '../fit/fitted-file.ts'
import { EpisodeReader } from './cached-source.ts'
import { DiskCache } from './disk-cache.ts'
import { type Verdict, verdictOf, verdictOfLooks } from './engine.ts'
import type { Episode, EpisodeSet } from './episode.ts'
import { LookReader } from './looks-cache.ts'
import type { Options } from './options.ts'
import { labelOf, type Question, questionsAbout, statedLabel, timesOf } from './questions.ts'
import { type Judged, judge } from './scores.ts'

/** One answer with its judgement: a line of `--json`. */
export interface Result {
  readonly set: string
  readonly system: string
  readonly episode: string
  readonly signals: string
  readonly stated: string
  readonly judged: Judged
  readonly said: Verdict['said']
  readonly first: string | null
  readonly mechanism: string | null
  /** How long after the true onset the one found lies, in seconds; null where none was found or nothing broke. */
  readonly onsetOffsetS: number | null
  readonly tookMs: number
}

export async function runSets(
  sets: readonly EpisodeSet[],
  options: Options,
  onResult: (result: Result, verdict: Verdict) => void,
): Promise<Result[]> {
  const answer = answering(options.hasCache ? new DiskCache() : null)
  const results: Result[] = []
  const fitted = readFitted()
  let position = 0
  for (const set of sets) {
    const parameters = parametersFor(set.system, fitted)
    for (const episode of set.episodes) {
      const isMine = options.shard === null || position % options.jobs === options.shard
      position++
      if (!isMine || !episode.id.includes(options.caseId)) continue
      for (const question of questionsAbout(episode, options.isQuick, options.late)) {
        if (options.signals !== null && question.signals.join() !== options.signals.join()) continue
        const { result, verdict } = await ask(answer, { set, episode, question, parameters })
        results.push(result)
        onResult(result, verdict)
      }
    }
  }
  return results
}

interface Asked {
  readonly set: EpisodeSet
  readonly episode: Episode
  readonly question: Question
  /** Fitted without the set's system. */
  readonly parameters: InvestigatorParameters
}

/** With a cache a look is taken once, whatever is made of it; without, everything is as in the product. */
function answering(cache: DiskCache | null): (asked: Asked) => Promise<Verdict> {
  const reader = new EpisodeReader(cache)
  const looks = cache === null ? null : new LookReader(reader, cache)
  return async ({ episode, question, parameters }) => {
    const times = timesOf(episode, question)
    if (looks === null) return verdictOf(reader.sourceOf(episode, question), times, parameters)
    return verdictOfLooks(await looks.looksAt(episode, question, parameters), times, parameters)
  }
}

async function ask(answer: (asked: Asked) => Promise<Verdict>, asked: Asked) {
  const { set, episode, question } = asked
  const begunMs = performance.now()
  const verdict = await answer(asked)
  const tookMs = performance.now() - begunMs
  const about = {
    setName: set.name,
    cluster: episode.cluster,
    truth: episode.truth,
    isStated: question.lateMin !== null,
  }
  const result: Result = {
    set: set.name,
    system: set.system,
    episode: episode.id,
    signals: labelOf(question),
    stated: statedLabel(question),
    judged: judge(about, verdict),
    said: verdict.said,
    first: verdict.candidates[0]?.service ?? null,
    mechanism: verdict.mechanism,
    onsetOffsetS:
      verdict.onsetMs === null || episode.truth === null
        ? null
        : Math.round((verdict.onsetMs - episode.startMs) / 1000),
    tookMs: Math.round(tookMs),
  }
  return { result, verdict }
}
