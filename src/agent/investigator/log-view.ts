/** Log activity added up by stems. Lines are compared at this level. */
import { addSeries, type LogActivity, type LogContextKind, type LogShapeActivity } from '../../telemetry/index.ts'
import { stemOf } from './stems.ts'
import { maskVariableWords } from './variable-words.ts'

/** OpenTelemetry's number of a warning. */
export const SEVERITY_WARN = 13

export interface StemActivity {
  readonly service: string
  readonly stem: string
  /** One template of the stem. */
  readonly template: string
  /** The same for people: what differs between its templates is left open, because the counts are of all of them. */
  shown: string
  severity: number
  unlinked: number
  /** Hosts that its lines name. */
  readonly hosts: string[]
  readonly shapes: string[]
  readonly counts: number[]
}

export interface StemPair {
  readonly prev: StemActivity | null
  /** Null: the context ends here. */
  readonly next: StemActivity | null
  readonly counts: number[]
}

/** What followed one stem in one service. If the stem is null: what began a context. */
export interface Successors {
  readonly service: string
  readonly prev: StemActivity | null
  readonly total: number[]
  readonly pairs: StemPair[]
}

export interface LogView {
  readonly stems: readonly StemActivity[]
  readonly successors: readonly Successors[]
  /** Lines of each service per interval. */
  readonly totals: ReadonlyMap<string, readonly number[]>
  /** The same of lines that are neither warnings nor errors: what a service writes of its everyday work. */
  readonly ordinary: ReadonlyMap<string, readonly number[]>
  /** The context of most pairs: one operation's work, all visits of a trace to the service, or interleaved streams. */
  readonly contexts: LogContextKind
}

/** Returns log activity by stems. Lines that differ only in variable words have the same stem. */
export function viewLogs(activity: LogActivity): LogView {
  const stems = new Map<string, StemActivity>()
  const ofShape = new Map<string, StemActivity>()
  const stemOfShape = stemsOf(activity)
  for (const shape of activity.shapes) {
    const stem = stemOfShape.get(shape) ?? shape.template
    const key = `${shape.service}\u0000${shape.severity >= 17 ? 'E' : ''}${stem}`
    let entry = stems.get(key)
    if (entry === undefined) {
      const { service, template, severity } = shape
      entry = {
        service,
        stem,
        template,
        shown: template,
        severity,
        unlinked: 0,
        hosts: [],
        shapes: [],
        counts: new Array<number>(activity.grid.count).fill(0),
      }
      stems.set(key, entry)
    }
    entry.shown = sharedBy(entry.shown, shape.template)
    entry.shapes.push(shape.shape)
    entry.unlinked += shape.unlinked
    entry.hosts.push(...shape.hosts)
    entry.severity = Math.max(entry.severity, shape.severity)
    addSeries(entry.counts, shape.counts)
    ofShape.set(`${shape.service}\u0000${shape.shape}`, entry)
  }
  const { span, trace, stream } = activity.contexts
  return {
    stems: [...stems.values()],
    successors: successorsOf(activity, ofShape),
    totals: totalsOf([...stems.values()]),
    ordinary: totalsOf([...stems.values()].filter(({ severity }) => severity < SEVERITY_WARN)),
    contexts: span >= trace && span >= stream ? 'span' : trace >= stream ? 'trace' : 'stream',
  }
}

/** What two templates have in common, word by word; the first as it is where they have not as many words. */
function sharedBy(shown: string, template: string): string {
  if (shown === template) return shown
  const words = shown.split(' ')
  const others = template.split(' ')
  if (words.length !== others.length) return shown
  return words
    .map((word, at) => {
      const other = others[at] ?? ''
      if (word === other) return word
      const [key] = /^[\w.-]+=/.exec(word) ?? ['']
      return key !== '' && other.startsWith(key) ? `${key}<*>` : '<*>'
    })
    .join(' ')
}

function totalsOf(stems: readonly StemActivity[]): Map<string, readonly number[]> {
  const totals = new Map<string, number[]>()
  for (const { service, counts } of stems) {
    const total = totals.get(service)
    if (total === undefined) totals.set(service, [...counts])
    else addSeries(total, counts)
  }
  return totals
}

function stemsOf(activity: LogActivity): Map<LogShapeActivity, string> {
  const byService = new Map<string, Map<LogShapeActivity, string>>()
  for (const shape of activity.shapes) {
    const stems = byService.get(shape.service) ?? new Map<LogShapeActivity, string>()
    stems.set(shape, stemOf(shape.template))
    byService.set(shape.service, stems)
  }
  const found = new Map<LogShapeActivity, string>()
  for (const stems of byService.values()) {
    const masked = maskVariableWords([...new Set(stems.values())])
    for (const [shape, stem] of stems) found.set(shape, masked.get(stem) ?? stem)
  }
  return found
}

function successorsOf(activity: LogActivity, ofShape: ReadonlyMap<string, StemActivity>): Successors[] {
  const bySource = new Map<string, Map<StemActivity | null, Successors>>()
  const pairs = new Map<Successors, Map<StemActivity | null, StemPair>>()
  for (const pair of activity.pairs) {
    const prev = pair.prev === '^' ? null : ofShape.get(`${pair.service}\u0000${pair.prev}`)
    const next = pair.next === '$' ? null : ofShape.get(`${pair.service}\u0000${pair.next}`)
    if (prev === undefined || next === undefined) continue
    let sources = bySource.get(pair.service)
    if (sources === undefined) {
      sources = new Map()
      bySource.set(pair.service, sources)
    }
    let source = sources.get(prev)
    if (source === undefined) {
      source = { service: pair.service, prev, total: new Array<number>(activity.grid.count).fill(0), pairs: [] }
      sources.set(prev, source)
      pairs.set(source, new Map())
    }
    addSeries(source.total, pair.counts)
    const known = pairs.get(source)?.get(next)
    if (known !== undefined) addSeries(known.counts, pair.counts)
    else {
      const entry: StemPair = { prev, next, counts: [...pair.counts] }
      source.pairs.push(entry)
      pairs.get(source)?.set(next, entry)
    }
  }
  return [...bySource.values()].flatMap((sources) => [...sources.values()])
}
