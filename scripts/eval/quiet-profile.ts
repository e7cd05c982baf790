/**
 * `npm run eval:quiet-profile`: what a profile of a system's own quiet does to the answers about it. The profile is
 * learnt from the system's windows without a fault; a window, and what was made from it, is judged by those of the
 * others. Prints one row per set and stated time, without and with the profile, and each answer that changed.
 */
import { exit, stderr, stdout } from 'node:process'
import { withLooks } from '../../src/agent/investigator/learn-quiet.ts'
import type { Looks } from '../../src/agent/investigator/looks.ts'
import type { InvestigatorParameters } from '../../src/agent/investigator/parameters.ts'
import type { QuietProfile } from '../../src/contracts/quiet-profile.ts'
import { parametersFor, readFitted } from './fit/fitted-file.ts'
import { allSets } from './protocol/all-sets.ts'
import { EpisodeReader } from './protocol/cached-source.ts'
import { DiskCache } from './protocol/disk-cache.ts'
import { looksOf, type Verdict, verdictOfLooks } from './protocol/engine.ts'
import type { Episode, EpisodeSet } from './protocol/episode.ts'
import { LookReader } from './protocol/looks-cache.ts'
import { type Question, questionsAbout, timesOf } from './protocol/questions.ts'
import { judge } from './protocol/scores.ts'
import { markdown } from './protocol/table.ts'

/** The fault-free windows of each system that has some. */
const QUIET: Readonly<Record<string, string>> = { trainticket: 'quiet-trainticket', petshop: 'quiet-petshop' }
/** Lessons are hours apart, and here all of them count in full. */
const AT_MS = 0
/** Not at all, exactly, and five minutes late. */
const STATED = [null, 0, 5]

type Said = 'right' | 'wrong' | 'inconclusive' | 'nothing broke' | 'asserted' | 'raised' | 'quiet'
const FAULT_SAID = ['right', 'wrong', 'inconclusive', 'nothing broke'] as const
const QUIET_SAID = ['asserted', 'raised', 'quiet'] as const

interface Compared {
  readonly row: string
  readonly episode: string
  readonly said: readonly [without: Said, withProfile: Said]
  readonly isFirst: readonly [boolean, boolean]
  readonly isFault: boolean
}

interface Lesson {
  readonly id: string
  readonly looks: Looks
}

const cache = new DiskCache()
const reader = new EpisodeReader(cache)
const kept = new LookReader(reader, cache)
const sets = allSets({
  folders: [],
  only: '',
  hasDerived: true,
  hasCache: true,
  isHeld: false,
  thinned: 0,
  thinnedFrom: 1,
})
const compared: Compared[] = []
for (const [system, name] of Object.entries(QUIET)) {
  const quiet = sets.find((set) => set.name === name)
  if (quiet === undefined) stderr.write(`${name}: skipped, it is not there.\n`)
  else await compareSystem(system, quiet)
}
if (compared.length === 0) exit(2)
stdout.write(`${tableOf(compared)}\n\n${changedIn(compared)}\n`)

async function compareSystem(system: string, quiet: EpisodeSet): Promise<void> {
  const parameters = parametersFor(system, readFitted())
  const lessons = await lessonsOf(quiet, parameters)
  const whole = profileOf(lessons, null, parameters)
  stdout.write(`${system}: ${lessons.length} lessons, ${JSON.stringify(whole).length} bytes\n`)
  for (const set of sets.filter((one) => one.system === system)) {
    for (const episode of set.episodes) {
      const origin = lessons.find(({ id }) => id === episode.id || id === episode.cluster)
      const profile = origin === undefined ? whole : profileOf(lessons, origin.id, parameters)
      for (const question of questionsAbout(episode, true, STATED)) {
        compared.push(await compare(set, episode, question, profile, parameters))
      }
    }
  }
}

/** What the hourly look sees of each window. Not of the cache of looks, which holds no names of services that show nothing. */
async function lessonsOf(quiet: EpisodeSet, parameters: InvestigatorParameters): Promise<Lesson[]> {
  const lessons: Lesson[] = []
  for (const episode of quiet.episodes) {
    for (const question of questionsAbout(episode, true, [null])) {
      const looks = await looksOf(reader.sourceOf(episode, question), timesOf(episode, question), parameters)
      if (looks !== null) lessons.push({ id: episode.id, looks })
    }
  }
  return lessons
}

/** Windows overlap in no time, but they do not come in order: each is learnt as if it were the last. */
function profileOf(
  lessons: readonly Lesson[],
  without: string | null,
  parameters: InvestigatorParameters,
): QuietProfile | null {
  let profile: QuietProfile | null = null
  for (const { looks } of lessons.filter(({ id }) => id !== without)) {
    profile = withLooks(looks, { profile: unread(profile), nowMs: AT_MS, parameters }) ?? profile
  }
  return profile
}

function unread(profile: QuietProfile | null): QuietProfile | null {
  return profile === null ? null : { ...profile, upToMs: 0 }
}

async function compare(
  set: EpisodeSet,
  episode: Episode,
  question: Question,
  profile: QuietProfile | null,
  parameters: InvestigatorParameters,
): Promise<Compared> {
  const times = timesOf(episode, question)
  const looks = await kept.looksAt(episode, question, parameters)
  const isStated = question.lateMin !== null
  const about = { setName: set.name, cluster: episode.cluster, truth: episode.truth, isStated }
  const verdicts: readonly [Verdict, Verdict] = [
    verdictOfLooks(looks, times, parameters),
    verdictOfLooks(looks, times, parameters, { profile, nowMs: AT_MS }),
  ]
  const said = (verdict: Verdict): Said => {
    const { isFault, isRaised, isAsserted, rank } = judge(about, verdict)
    if (!isFault) return isAsserted ? 'asserted' : isRaised ? 'raised' : 'quiet'
    if (!isRaised) return 'nothing broke'
    return isAsserted ? (rank === 1 ? 'right' : 'wrong') : 'inconclusive'
  }
  const first = (verdict: Verdict): boolean => judge(about, verdict).rank === 1
  return {
    row: `${set.name}, ${question.lateMin === null ? 'not stated' : `+${question.lateMin} min`}`,
    episode: episode.id,
    said: [said(verdicts[0]), said(verdicts[1])],
    isFirst: [first(verdicts[0]), first(verdicts[1])],
    isFault: episode.truth !== null,
  }
}

function tableOf(all: readonly Compared[]): string {
  const rows = [...Map.groupBy(all, ({ row, isFault }) => `${row}${isFault ? '' : ', no fault'}`)].map(([row, own]) => {
    const shown = own[0]?.isFault === true ? FAULT_SAID : QUIET_SAID
    const count = (i: 0 | 1) =>
      shown.map((what) => `${own.filter(({ said }) => said[i] === what).length} ${what}`).join(', ')
    const first = (i: 0 | 1) => `${own.filter(({ isFirst }) => isFirst[i]).length}`
    const ranks = own[0]?.isFault === true ? `${first(0)} / ${first(1)}` : ''
    return [row, `${own.length}`, count(0), count(1), ranks]
  })
  return markdown([['set', 'questions', 'without', 'with its own quiet', 'first'], ...rows])
}

function changedIn(all: readonly Compared[]): string {
  return all
    .filter(({ said }) => said[0] !== said[1])
    .map(({ row, episode, said }) => `${row} ${episode}: ${said[0]} -> ${said[1]}`)
    .join('\n')
}
