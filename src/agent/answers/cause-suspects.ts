/** The first sentence about several suspicions: which of them fits what was found, and that nothing shows of the others. */
import { code, plain } from '../embedded/markdown.ts'
import type { Mechanism } from '../investigator/verdict.ts'
import { spokenText, withReason } from '../message-text.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { changesSeen } from './cause-deployment.ts'
import { type CauseMaterial, firstCandidate, isVerdictOf, wordsOfMechanism } from './cause-material.ts'
import { clock } from './format.ts'

type Suspect = NonNullable<PlanOf<'cause'>['suspects']>[number]

/** What lines say of a suspicion, by what people call it. */
const SIGNS: readonly (readonly [word: RegExp, said: RegExp])[] = [
  [
    /^(?:databases?|db|data ?store|sql|postgres(?:ql)?|mysql|oracle|mongo(?:db)?|store|schema|tables?|quer(?:y|ies))$/,
    /\b(?:sql(?:state)?\w*|postgres\w*|mysql\w*|mongo\w*|database|deadlock|lock wait|password authentication failed|duplicate key|unique constraint|check constraint|permission denied for (?:table|relation|schema)|(?:column|relation|table) \S{1,60}|partition|quer(?:y|ies)|transaction|connection pool|hikari\w*)\b/i,
  ],
  [
    /^(?:network|dns|connectivity|routing|firewall)$/,
    /\b(?:no such host|name resolution|(?:not|cannot|failed to) resolve|resolv(?:e|ing) (?:host|name|address)|dns|unreachable|e?timedout|econn\w+|connection re(?:fused|set)|no route|packet loss|handshake)\b/i,
  ],
  [
    /^(?:dns|name ?servers?)$/,
    /\b(?:no such host|name resolution|resolv(?:e|ing) (?:host|name|address)|lookup \S{1,80}|dns|nxdomain)\b/i,
  ],
  [/^(?:memory|ram|heap|oom|out of memory)$/, /\b(?:heap|memory|oom\w*|allocat\w+)\b/i],
  [/^(?:out of )?connections?$/, /\b(?:connections?|pool)\b/i],
  [
    /^(?:disks?|disk space|storage|volumes?|file ?systems?|nfs)$/,
    /\b(?:no space left|enospc|disk|volume|inodes?|quota exceeded|read-only file|stale file handle|estale|nfs|mount\w*|bucket|i\/o error)\b/i,
  ],
  [
    /^(?:certificates?|certs?|tls|ssl|pki)$/,
    /\b(?:certificates?|certification path|pkix|x509|tls|ssl|handshake|revocation|crl|ocsp|trust ?(?:store|anchors?)|protocol version)\b/i,
  ],
  [/^(?:gpus?|graphics)$/, /\b(?:gpu|cuda|xid|nvidia|graphics)\b/i],
  [
    /^(?:credentials?|passwords?|secrets?|tokens?|permissions?|auth)$/,
    /\b(?:password|credentials?|secret|token|auth\w*|permission|denied|grant|unauthori[sz]ed)\b/i,
  ],
  [
    /^(?:kafka|rabbit(?:mq)?|queues?|broker|message broker)$/,
    /\b(?:kafka|rabbit\w*|amqp|broker|queue\w*|backlog|consumer|offset)\b/i,
  ],
  [
    /^(?:capacity|load|traffic|too much traffic)$/,
    /\b(?:queue full|overload\w*|capacity|throttl\w+|rate limit\w*|too many)\b/i,
  ],
  [/^ids?$/, /\b(?:duplicate|unique|collision|sequence|out of range)\b/i],
]
const TEXTS_MAX = 30
const TEXT_MAX = 2_000

/** Which of the named suspicions fits what was found, and what lines say of it. */
export function suspectsHeadline(material: CauseMaterial, kind: Mechanism, name: string): string {
  const { plan, result, askedAtMs } = material
  const suspects = plan.intent === 'cause' ? (plan.suspects ?? []) : []
  const scores = suspects.map((one) => scoreOf(one, kind, material))
  const best = Math.max(0, ...scores)
  const fitting = suspects.filter((_, at) => best > 0 && scores[at] === best)
  const others = suspects.filter((one) => !fitting.includes(one))
  const since = result.onset === null ? '' : `, since **${clock(result.onset, askedAtMs)}**`
  const says = tellingText(material, fitting)
  const found = `${name}: ${wordsOfMechanism(material).what}${since}${says === null ? '' : `; it says ${code(says, 160)}`}.`
  if (plan.intent === 'cause' && plan.isYesNo === true && suspects[0] !== undefined)
    return blameHeadline(suspects[0], fitting.length > 0, found, material)
  if (fitting.length === 0)
    return `**None of these** is seen in what was found${suspects.length > 0 ? ` (${listed(suspects, 'or')})` : ''}. It began in ${found}`
  const rest = others.length === 0 ? '' : ` Nothing that was found points to ${listed(others, 'or')}.`
  return `What was found fits **${listed(fitting, 'and')}**: it began in ${found}${rest}`
}

/** "Did the restart cause it?": yes or no, when it was, and what was found instead. */
function blameHeadline(suspect: Suspect, isFitting: boolean, found: string, material: CauseMaterial): string {
  const { askedAtMs } = material
  const word = plain(suspect.word, 60)
  if (suspect.isRestart === true) {
    const restarts = restartsOf(suspect, material)
    const [first] = restarts
    if (first === undefined) return `**No**: no restart was seen. It began in ${found}`
    const guilty = restarts.find((row) => isJustBefore(row.time, row.service, material))
    const row = guilty ?? first
    const when = `${code(row.service, 60)} restarted at ${clock(row.time, askedAtMs)}`
    return guilty === undefined
      ? `**No**: it began in ${found} ${when}, which does not fit.`
      : `**Yes**, probably: ${when}, just before it began in ${found}`
  }
  return isFitting
    ? `**Yes**, probably: it began in ${found}`
    : `**No**: nothing that was found points to ${word}. It began in ${found}`
}

/** A restart up to this long before the onset may be its cause. */
const BLAMED_MS = 5 * 60_000

function isJustBefore(at: string, service: string, material: CauseMaterial): boolean {
  const { onset } = material.result
  if (onset === null || service !== firstCandidate(material)?.service) return false
  const beforeMs = Date.parse(onset) - Date.parse(at)
  return beforeMs >= -30_000 && beforeMs <= BLAMED_MS
}

function restartsOf({ services }: Suspect, { releases }: CauseMaterial) {
  return (releases?.records ?? []).filter(({ service }) => services === undefined || services.includes(service))
}

function listed(suspects: readonly Suspect[], joint: 'and' | 'or'): string {
  const words = suspects.map(({ word, side }) => (side === 'own' ? 'your own side' : plain(word, 40)))
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${joint} ${last}`
}

/** How well a suspicion fits: the place or the change that was found, the mechanism, words of lines; 0 where nothing does. */
function scoreOf(suspect: Suspect, kind: Mechanism, material: CauseMaterial): number {
  const { word, mechanisms, services, isRelease, side } = suspect
  const origin = firstCandidate(material)?.service
  if (suspect.isRestart === true && material.plan.intent === 'cause' && material.plan.isYesNo !== true)
    return restartsOf(suspect, material).some((row) => isJustBefore(row.time, row.service, material)) ? 3 : 0
  if (origin !== undefined && services?.includes(origin) === true) return 4
  // Another service than the one where it began, whatever lines name it.
  if (origin !== undefined && services !== undefined && mechanisms.length === 0 && isRelease !== true) return 0
  if (isRelease === true)
    return kind === 'bad_release' || changesSeen(material).some(({ isGuilty }) => isGuilty) ? 3 : 0
  const texts = textsOf(material)
  const own = word.replace(/^out of /, '').replace(/s$/, '')
  const isSaid = own.length >= 3 && texts.some((text) => new RegExp(`\\b${RegExp.escape(own)}`, 'i').test(text))
  const signs = SIGNS.filter(([called]) => called.test(word))
  const hasSign = signs.some(([, said]) => texts.some((text) => said.test(text)))
  const isMeant = mechanisms.includes(kind)
  if (side === 'outside') return kind === 'dependency_outside' ? 3 : isSaid ? 2 : 0
  if (side === 'own') return kind === 'dependency_outside' || kind === 'unknown' ? 0 : 1
  // Code that throws or returns something wrong is a result as well: what lines say of a place goes before it.
  const isVague = kind === 'exception' || kind === 'wrong_result'
  return (isMeant ? (isVague ? 1 : 2) : 0) + (hasSign ? 1.5 : 0) + (isSaid ? 1 : 0)
}

/** What the blamed service says, and what is said of it. */
function textsOf(material: CauseMaterial): string[] {
  const { telling, verdict } = material.result
  const candidate = firstCandidate(material)
  const own = telling
    .filter(({ service }) => service === candidate?.service)
    .map(({ body, reason }) => withReason(spokenText(body), reason))
  const evidence = isVerdictOf(material) ? (verdict.mechanism?.evidence ?? []).map(({ text }) => text) : []
  const seen = [candidate?.reason ?? '', ...(candidate?.observations ?? [])]
  return [...own, ...material.ownLines, ...evidence, ...seen].slice(0, TEXTS_MAX).map((text) => text.slice(0, TEXT_MAX))
}

/** The line of the blamed service that says most of what was found. */
function tellingText(material: CauseMaterial, fitting: readonly Suspect[]): string | null {
  const { telling } = material.result
  const candidate = firstCandidate(material)
  const own = telling
    .filter(({ service }) => service === candidate?.service)
    .map(({ body, reason }) => withReason(spokenText(body), reason))
  const lines = [...own, ...material.ownLines]
  const isSign = (text: string): boolean =>
    fitting.some(({ word }) => SIGNS.some(([called, said]) => called.test(word) && said.test(text)))
  return lines.find(isSign) ?? lines[0] ?? null
}
