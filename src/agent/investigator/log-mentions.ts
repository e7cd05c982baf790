/**
 * Finds new warnings and errors that name another service ("call to billing failed"); they are evidence about that
 * service. Failed connections are worded in several ways, so all lines of a service that name the same other service
 * count as one statement.
 */
import { addSeries } from '../../telemetry/index.ts'
import { type Finding, scaled } from './findings.ts'
import { clip } from './log-changes.ts'
import { newsOf } from './log-news.ts'
import { type CallsOrNot, quotesIn } from './log-quotes.ts'
import { type KnownStores, refusalsIn } from './log-refusals.ts'
import { type LogView, SEVERITY_WARN, type StemActivity } from './log-view.ts'
import { OWN_SHARE, saysOwnLimit } from './own-limits.ts'
import { isWholeIn, partsOf, servicesAt, wordsOfNames, writtenNames } from './service-names.ts'
import { UNDER_EVERYDAY } from './signs.ts'
import type { Split } from './split.ts'

/** Shorter names count as ordinary words. */
export const NAME_CHARS_MIN = 4

/**
 * `sequences` are the findings of changed successions. If a line now follows in every request, that says more than its
 * count. In an interleaved stream it follows whatever came before, so only its count matters.
 */
export function logMentionFindings(
  view: LogView,
  mentions: readonly Mention[],
  sequences: readonly Finding[],
  split: Split,
  query: string,
): Finding[] {
  const findings: Finding[] = []
  for (const { stem, peer, templates, isQuote, isOwnLimit } of mentions) {
    const news = newsOf(stem, view, split, query)
    if (news === null) continue
    const followed = sequences
      .filter((finding) => finding.kind === 'log_sequence' && finding.service === stem.service)
      .filter(({ subject }) => templates.has(subject))
      .reduce((most, { strength }) => Math.max(most, strength), 0)
    // If a service's name is an ordinary word, lines may mean something else by it ("invalid api token"). Unless requests
    // now end with such lines, they count as other new lines do, which alone stay below the everyday score.
    const isOrdinary = !isQuote && isWord(peer)
    const mention: Finding = {
      ...news,
      kind: 'log_mention',
      isOfWord: isOrdinary && followed < news.strength,
      service: peer,
      peer: stem.service,
      strength: Math.max(isOrdinary ? Math.min(news.strength, UNDER_EVERYDAY) : news.strength, followed),
      text: `${stem.service} ${isQuote && !HELD_BY.test(stem.template) ? 'hands on an error of' : 'names'} ${peer} in "${clip(stem.shown)}": ${news.text}`,
    }
    // Who hands on the words of another one's error has not run out of anything itself.
    findings.push(...(isOwnLimit && !isQuote ? sharedWithSpeaker(mention, stem, news.text) : [mention]))
  }
  return findings
}

/** The line names its peer and tells of a limit of the one who writes it: nothing of such a call left. */
function sharedWithSpeaker(mention: Finding, { service, shown }: StemActivity, text: string): Finding[] {
  const own: Finding = {
    ...scaled(mention, OWN_SHARE),
    service,
    peer: null,
    reach: 'own',
    isOfWord: false,
    text: `${service} has reached a limit of its own system, by "${clip(shown)}": ${text}`,
  }
  return [own, scaled(mention, 1 - OWN_SHARE)]
}

export interface Mention {
  /** All lines of one service that name the peer, added up. */
  readonly stem: StemActivity
  readonly peer: string
  readonly templates: ReadonlySet<string>
  /** Whether some of the lines hand on what the peer said: in its own line, or to its client. */
  readonly isQuote: boolean
  /** Whether the lines say that the service has used up what its own system gives it. */
  readonly isOwnLimit: boolean
}

interface GrowingMention extends Mention {
  readonly templates: Set<string>
  isQuote: boolean
}

/** Returns which warnings and errors name which other service, repeat its words, or tell that it refused. */
export function mentionsIn(
  view: LogView,
  services: readonly string[],
  calls: CallsOrNot,
  stores: KnownStores,
): Mention[] {
  const mentions = new Map<string, GrowingMention>()
  const names = writtenNames(services)
  const words = wordsOfNames(services)
  const handedOn = [...quotesIn(view.stems, calls), ...refusalsIn(view, services, calls, stores)]
  const quotes = Map.groupBy(handedOn, ({ stem }) => stem)
  for (const stem of view.stems) {
    if (stem.severity < SEVERITY_WARN) continue
    const quoted = (quotes.get(stem) ?? []).map(({ peer }) => peer)
    const holders = holdersIn(stem, words)
    const named = [...mentionedIn(stem, names), ...hostedIn(stem, services), ...quoted, ...holders]
    const isOwnLimit = saysOwnLimit(stem.template)
    for (const peer of new Set(named)) {
      const key = `${stem.service}\u0000${peer}${isOwnLimit ? '\u0000' : ''}`
      const known = mentions.get(key)
      const isQuote = quoted.includes(peer) || holders.includes(peer)
      if (known === undefined) {
        const copy = { ...stem, hosts: [], shapes: [...stem.shapes], counts: [...stem.counts] }
        mentions.set(key, { stem: copy, peer, templates: new Set([stem.template]), isQuote, isOwnLimit })
        continue
      }
      if (isQuote) known.isQuote = true
      known.templates.add(stem.template)
      known.stem.shapes.push(...stem.shapes)
      known.stem.unlinked += stem.unlinked
      known.stem.severity = Math.max(known.stem.severity, stem.severity)
      addSeries(known.stem.counts, stem.counts)
    }
  }
  return [...mentions.values()]
}

/**
 * Which services' warnings and errors have the word that sets another service's name apart ("retrying parcel" for
 * `shop-parcel-service`). Words mean other things as well: they hint at who calls whom, and at nothing else.
 */
export function wordsIn(view: LogView, services: readonly string[]): [string, string][] {
  const words = wordsOfNames(services)
  const pairs = new Map<string, [string, string]>()
  for (const { severity, template, service } of view.stems) {
    if (severity < SEVERITY_WARN) continue
    for (const [peer, word] of words) {
      if (peer === service || !isWholeIn(template, word)) continue
      pairs.set(`${service}\u0000${peer}`, [service, peer])
    }
  }
  return [...pairs.values()]
}

/** Who holds what the line waits for ("lock held by settlement"): by its name, or by the word that sets it apart. */
const HELD_BY = /\b(?:held|locked|owned|taken|blocked|claimed) by ['"]?([\w.-]{1,100})/i

function holdersIn({ template, service: own }: StemActivity, words: readonly [string, string][]): string[] {
  const holder = HELD_BY.exec(template)?.[1]
  if (holder === undefined) return []
  const parts = new Set(partsOf(holder))
  const found = words.flatMap(([service, word]) => (service === own || !parts.has(word) ? [] : [service]))
  return [...new Set(found)]
}

/** Services that the lines address. */
function hostedIn({ hosts, service }: StemActivity, services: readonly string[]): string[] {
  return servicesAt(hosts, services).filter((name) => name !== service)
}

/** `ContractService` is put together, and no word of a sentence. */
function isWord(name: string): boolean {
  return /^[A-Z]?[a-z]+$/.test(name)
}

function mentionedIn(
  { template, service: own }: StemActivity,
  names: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...names].flatMap(([name, written]) =>
    name !== own && name.length >= NAME_CHARS_MIN && written.some((text) => isWholeIn(template, text)) ? [name] : [],
  )
}
