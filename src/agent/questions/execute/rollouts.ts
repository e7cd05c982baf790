/**
 * What was deployed, each rollout once: the change that a pipeline stored, the version that its service then states and
 * the lines that tell of it are one entry. Pure.
 */
import { isSameChange, type Telling } from '../../same-change.ts'
import type { ChangeRow } from '../../tools/query-changes.ts'
import type { DeploymentsResult } from './result.ts'

type VersionChange = DeploymentsResult['versionChanges'][number]
type Line = DeploymentsResult['records'][number]

/** At least one of the three tells of it. */
export interface Rollout {
  readonly at: string
  readonly change: ChangeRow | null
  readonly version: VersionChange | null
  readonly lines: readonly Line[]
}

interface Draft {
  readonly telling: Telling
  readonly at: string
  readonly change: ChangeRow | null
  version: VersionChange | null
  readonly lines: Line[]
}

/** Oldest first. */
export function rolloutsOf({ changes = [], versionChanges, records }: DeploymentsResult): Rollout[] {
  const drafts = changes.map((change): Draft => ({ ...emptyAt(change.at, tellingOfChange(change)), change }))
  for (const version of versionChanges) {
    const telling = tellingOfVersion(version)
    const same = nearest(drafts, telling, ({ version: known }) => known === null)
    if (same === undefined) drafts.push({ ...emptyAt(version.at, telling), version })
    else same.version = version
  }
  const lone: Draft[] = []
  for (const line of records) {
    const same = nearest(drafts, tellingOfLine(line, drafts), () => true)
    if (same === undefined) lone.push({ ...emptyAt(line.time, tellingOfLine(line, [])), lines: [line] })
    else same.lines.push(line)
  }
  return [...drafts, ...lone].sort((a, b) => (a.at < b.at ? -1 : 1))
}

const emptyAt = (at: string, telling: Telling): Draft => ({ telling, at, change: null, version: null, lines: [] })

/** Of the entries that tell of the same change, the one that is nearest in time. */
function nearest(drafts: readonly Draft[], telling: Telling, mayJoin: (draft: Draft) => boolean): Draft | undefined {
  const distance = (draft: Draft) => Math.abs(draft.telling.startedAt - telling.startedAt)
  return drafts
    .filter((draft) => mayJoin(draft) && isSameChange(draft.telling, telling))
    .sort((a, b) => distance(a) - distance(b))[0]
}

function tellingOfChange({ kind, services, version, title, at, endedAt }: ChangeRow): Telling {
  const end = endedAt === null ? null : Date.parse(endedAt)
  return { kind, services, environment: null, version, title, startedAt: Date.parse(at), endedAt: end, source: 'told' }
}

function tellingOfVersion({ service, to, at }: VersionChange): Telling {
  return { ...ROLLOUT, services: [service], version: to, title: '', startedAt: Date.parse(at), source: 'version' }
}

/** A line is of the service that wrote it, and of those that it names: a deployment tool writes of others. */
function tellingOfLine({ service, body, time }: Line, drafts: readonly Draft[]): Telling {
  const text = body.slice(0, TEXT_CHARS_MAX)
  const words = new Set(text.toLowerCase().match(WORD))
  const named = drafts.flatMap(({ telling }) => telling.services).filter((name) => words.has(name.toLowerCase()))
  const kind = KINDS.find(([, sign]) => sign.test(text))?.[0] ?? ROLLOUT.kind
  const version = VERSION.exec(text)?.[1] ?? null
  const services = [...new Set([service, ...named])]
  return { ...ROLLOUT, kind, services, version, title: text, startedAt: Date.parse(time), source: 'line' }
}

/** Whether only lines or told changes of settings and feature flags tell of it: nothing was rolled out then. */
export function isOfSetting({ change, version, lines }: Rollout): boolean {
  if (version !== null) return false
  if (change !== null && change.kind !== 'feature_flag' && change.kind !== 'configuration') return false
  return lines.every(({ body }) => isSettingLine(body))
}

/** "Feature flag x switched on", "configuration reloaded": it names a setting and no rollout. */
export function isSettingLine(body: string): boolean {
  const text = body.slice(0, TEXT_CHARS_MAX)
  // "hosts_reloaded": what is read anew while it runs.
  if (
    /(?<![a-z])(?:reload(?:ed|ing)|reconfigur(?:ed|ing))(?![a-z])/i.test(text) &&
    !/\b(?:re)?deploy|\breleas|\bversion\b/i.test(text)
  )
    return true
  return /\b(?:feature[ _-]?flags?|flags?|feature[ _-]?toggles?|toggles?)\b/i.test(text)
    ? !/\b(?:re)?deploy|\breleas|\bversion\b/i.test(text)
    : /\b(?:config(?:uration)?|settings?)\b/i.test(text) &&
        !/\b(?:re)?deploy|\broll(?:ed|ing)?[- ]?(?:out|back)|\brolling\b|\breleas|\bversion\b|\bupgrad|\brevision\b|\bimage\b|\bv?\d+\.\d+\.\d+/i.test(
          text,
        )
}

const ROLLOUT = { kind: 'deployment', environment: null, endedAt: null } as const
const TEXT_CHARS_MAX = 500
const WORD = /[a-z0-9][a-z0-9._-]{0,99}/g
const VERSION = /\b(?:deployed|deploying|rolled out|rolling out|version)\b.{0,80}?\bv?(\d+(?:\.\d+)+)/i
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['feature_flag', /feature[ _-]?flag/i],
  // Before what follows: a line of a deployment may name its configuration.
  [ROLLOUT.kind, /\b(?:deploy|roll(?:ed|ing)? ?out|releas)/i],
  ['scaling', /\bscal(?:ed|ing)\b/i],
  ['configuration', /\bconfig(?:uration)?\b/i],
  ['migration', /\bmigrat/i],
]

const SAYS_BACK = /\broll(?:ed|ing|s)?[- ]?backs?\b|\brevert(?:ed|ing|s)?\b|\bdowngrad(?:e|ed|ing)\b/i

/** Whether a change goes back: to a lower version than before, or by its own words. */
export function isBack({ change, version, lines }: Rollout): boolean {
  if (version !== null && isLower(version.to, version.from)) return true
  return SAYS_BACK.test(change?.title ?? '') || lines.some(({ body }) => SAYS_BACK.test(body))
}

/** "4.2.1" is lower than "4.10.0"; versions that are no numbers are not compared. */
function isLower(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => version.replace(/^v/, '').split('.').map(Number))
  if (left === undefined || right === undefined || [...left, ...right].some(Number.isNaN)) return false
  const at = left.findIndex((part, place) => part !== (right[place] ?? 0))
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0)
}
