/** Whether a service runs one version alone, in words. */
import { code } from '../embedded/markdown.ts'
import type { VersionsResult } from '../questions/execute/result.ts'
import { clock } from './format.ts'

type Seen = VersionsResult['versions'][number]

/** A version that was seen within so long before the last record still runs. */
const RUNS_MS = 120_000

/** Yes where no other version still runs; null where nothing names its version. */
export function oneVersion(seen: readonly Seen[], asked: string | undefined, askedAtMs: number): string | null {
  const last = seen.toSorted((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1))[0]
  if (last === undefined) return null
  const running = seen.filter((one) => Date.parse(one.lastSeen) >= Date.parse(last.lastSeen) - RUNS_MS)
  const told = (one: Seen): string => `${code(one.version, 60)} (last seen ${clock(one.lastSeen, askedAtMs)})`
  const name = code(last.service, 80)
  const meant = asked === undefined ? last : seen.find(({ version }) => version.replace(/^v(?=\d)/, '') === asked)
  const others = running.filter((one) => one.version !== meant?.version)
  if (meant === undefined)
    return `**No**: ${name} runs ${running.map(told).join(' and ')}; ${code(asked ?? '', 60)} was not seen.`
  if (others.length > 0) {
    const isRunning = running.includes(meant)
    const beside = isRunning ? ` beside ${told(meant)}` : `; ${told(meant)} is gone`
    return `**No**: ${name} ${isRunning ? 'still ' : ''}runs ${others.map(told).join(' and ')}${beside}.`
  }
  const before = seen.filter(({ version }) => version !== meant.version)
  const gone = before.length === 0 ? 'the only version seen' : `before it ${before.map(told).join(' and ')}`
  return `**Yes**: ${name} runs ${code(meant.version, 60)} alone since ${clock(meant.firstSeen, askedAtMs)}, ${gone}.`
}
