/**
 * `npm run eval:restless -- [systems] [hours] [burst seconds]`: generated systems some of whose operations fail in bursts all day. Each is
 * learnt from its own quiet hours, and judged in other hours with and without what was learnt.
 */
import { argv, stdout } from 'node:process'
import { LabelledSource } from '../../src/agent/investigator/labelled-source.ts'
import { learnQuiet } from '../../src/agent/investigator/learn-quiet.ts'
import { lookAround } from '../../src/agent/investigator/looks.ts'
import { memorySource } from '../../src/agent/investigator/memory-source.ts'
import { DEFAULT_PARAMETERS } from '../../src/agent/investigator/parameters.ts'
import { hoursLearnt } from '../../src/agent/investigator/quiet-profile.ts'
import type { QuietProfile } from '../../src/contracts/quiet-profile.ts'
import { lineShape } from './line-shape.ts'
import { type Verdict, verdictOfLooks } from './protocol/engine.ts'
import { markdown } from './protocol/table.ts'
import { type RestlessHour, restlessHour } from './restless-hours.ts'
import { STRANGER_FAULTS } from './strangers/faults.ts'

const SYSTEMS = 6
const HOURS = 12
const BURST_S = 30
const JUDGED_QUIET = 4
const JUDGED_FAULTS = 3
/** Somebody asks some minutes after it was over. */
const ASKED_AFTER_MS = 600_000
/** An incident that fewer requests meet is nobody's. */
const HITS_MIN = 10
const FAULTS_TRIED = 20

const [systems = SYSTEMS, hours = HOURS, burstS = BURST_S] = argv.slice(2).map(Number)
const counts = new Map<string, [number, number]>()
let lookedMs = 0
let looks = 0
for (let seed = 1; seed <= systems; seed++) await system(seed)
const rows = [...counts].toSorted().map(([what, [without, own]]) => [what, `${without}`, `${own}`])
stdout.write(`${markdown([['', 'without', 'with its own quiet'], ...rows])}\n`)
stdout.write(`processor time of a look that learns: ${Math.round(lookedMs / looks)} ms, ${looks} looks\n`)

async function system(seed: number): Promise<void> {
  let profile: QuietProfile | null = null
  for (let hour = 0; hour < hours; hour++) {
    const made = restlessHour(seed, hour, null, burstS)
    if (made === null) continue
    const before = process.cpuUsage()
    profile = (await learnQuiet(memorySource(made.records, lineShape), { profile, nowMs: made.endMs })) ?? profile
    const { user, system: own } = process.cpuUsage(before)
    lookedMs += (user + own) / 1_000
    looks++
  }
  const atMs = restlessHour(seed, hours, null, burstS)?.endMs ?? 0
  stdout.write(`system ${seed}: ${hoursLearnt(profile, 'spans', atMs)} of ${hours} hours learnt\n`)
  for (let i = 0; i < JUDGED_QUIET; i++) await judged(restlessHour(seed, hours + i, null, burstS), profile)
  for (let i = 0, found = 0; i < FAULTS_TRIED && found < JUDGED_FAULTS; i++) {
    const kind = STRANGER_FAULTS[(seed * 5 + i * 7) % STRANGER_FAULTS.length]
    const made = restlessHour(seed, hours + JUDGED_QUIET + i, kind ?? null, burstS)
    if (made === null || made.hits < HITS_MIN) continue
    found++
    await judged(made, profile)
  }
}

async function judged(hour: RestlessHour | null, profile: QuietProfile | null): Promise<void> {
  if (hour === null) return
  const { service, startMs, endMs, records } = hour
  const nowMs = endMs + ASKED_AFTER_MS
  for (const statedMs of [null, startMs]) {
    const source = new LabelledSource(memorySource(records, lineShape))
    const input = { source: memorySource(records, lineShape), window: null, incidentStartHint: statedMs, now: nowMs }
    const found = await lookAround(source, input, DEFAULT_PARAMETERS)
    const taken = 'present' in found ? found : null
    const verdicts = [null, { profile, nowMs }].map((quiet) =>
      verdictOfLooks(taken, { statedMs, nowMs }, DEFAULT_PARAMETERS, quiet),
    )
    const about = statedMs === null ? 'not stated' : 'stated'
    for (const [i, verdict] of verdicts.entries()) {
      note(`${service === null ? 'no fault' : 'fault'}, ${about}`, verdict, service, i)
    }
  }
}

function note(row: string, { said, candidates }: Verdict, service: string | null, i: number): void {
  const isAsserted = said === 'identified' || said === 'probable'
  const isNothing = said === 'no_anomaly' || said === 'no_data'
  const isRight = candidates[0]?.service === service
  const what = isNothing
    ? 'nothing broke'
    : isAsserted
      ? service === null
        ? 'asserted'
        : `asserted ${isRight ? 'right' : 'wrong'}`
      : 'inconclusive'
  const known = counts.get(`${row}: ${what}`) ?? [0, 0]
  known[i === 0 ? 0 : 1]++
  counts.set(`${row}: ${what}`, known)
}
