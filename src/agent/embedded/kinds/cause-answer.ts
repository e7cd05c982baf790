/** An investigation in words: what, since when, how sure, the evidence, what else it may be, what was not seen. */
import type { InvestigateToolResult } from '../../tools/investigate.ts'
import type { LogVolumeResult } from '../../tools/log-volume.ts'
import { cite, clock, code, count, plain } from '../markdown.ts'
import type { Done, PlanState } from '../plan-state.ts'
import { basisSentence, caveats, emptyWindowSentence, suspiciousSentence } from './words.ts'

/** Everything a finished investigation can be worded from. */
export interface CauseMaterial {
  readonly found: Done<InvestigateToolResult>
  readonly volume: Done<LogVolumeResult> | null
  readonly detail: Done<unknown> | null
}

const EVIDENCE_SHOWN = 5

export function causeAnswer(state: PlanState, { found, volume, detail }: CauseMaterial): string {
  const { result, id } = found
  const best = result.candidates[0]
  const isAskedHowSure = state.question.followUp === 'sure'
  const lines = [headline(state, result, id), isAskedHowSure ? howSure(result, id) : '', askedAbout(state, result, id)]
  if (best !== undefined && result.outcome === 'no_anomaly') lines.push(largestChange(best, id))
  else if (best !== undefined) {
    lines.push(evidence(best, id))
    const telling = result.telling[0]
    if (telling !== undefined && !isAskedHowSure) lines.push(tellingRecord(telling, detail?.id ?? id))
    if (volume !== null && result.onset !== null && volume.result.total > 0) {
      lines.push(volumeSentence(result.onset, volume, state.askedAtMs))
    }
    lines.push(
      others(result, id),
      hypotheses(result, id),
      isAskedHowSure || result.elsewhere !== undefined ? '' : nextSteps(result, best.service),
    )
  }
  const suspicious = suspiciousSentence([result, detail?.result], [id, detail?.id ?? id])
  lines.push(basisSentence(state), notSeen(state, result, id), ...caveats(state, []), ...suspicious)
  return lines.filter((line) => line !== '').join('\n\n')
}

/** A question about one service is answered for that service too, when the cause lies elsewhere. */
function askedAbout({ question }: PlanState, result: InvestigateToolResult, id: string): string {
  if (result.elsewhere !== undefined || result.outcome === 'no_data') return ''
  const sentences = question.services.slice(0, 3).flatMap((service) => {
    const own = result.candidates.find((candidate) => candidate.service === service)
    if (own === undefined) return [`In ${code(service, 80)} itself nothing stands out.`]
    return own.rank === 1 ? [] : [`${code(service, 80)} itself: ${observation(own.reason)}.`]
  })
  return sentences.length === 0 ? '' : `${sentences.join(' ')} ${cite(id)}`
}

/** What came first although it is no more than chance: said, so that a reader can judge. */
function largestChange(best: InvestigateToolResult['candidates'][number], id: string): string {
  return `The largest change, within what happens by itself, is in ${code(best.service, 80)}: ${observation(best.reason)} ${cite(id)}`
}

/** The outcome follows from rules over the evidence, so it can be explained. */
function howSure(result: InvestigateToolResult, id: string): string {
  const [first, second] = result.candidates
  if (first === undefined) return `There is no candidate to be sure of. ${cite(id)}`
  const rival =
    second === undefined
      ? 'no other service is a candidate'
      : `the next one, ${code(second.service, 60)}, has ${shownScore(second.score)}`
  const words = {
    root_cause_identified: 'Quite sure',
    probable: 'Fairly sure, not certain',
    inconclusive: 'Not sure',
    no_anomaly: 'There is nothing that stands out',
    no_data: 'There is nothing to be sure about',
  }[result.outcome]
  return `${words}: its score is ${shownScore(first.score)} of 1, and ${rival}. ${cite(id)}`
}

function shownScore(score: number): string {
  return score > 0 && score < 0.01
    ? 'below 0.01'
    : score === 0
      ? 'next to nothing'
      : String(Math.round(score * 100) / 100)
}

function evidence(best: InvestigateToolResult['candidates'][number], id: string): string {
  const told = best.observations.some((text) => text.startsWith(best.reason))
  const items = [...(told ? [] : [best.reason]), ...best.observations].slice(0, EVIDENCE_SHOWN)
  return `Evidence:\n\n${items.map((text) => `- ${observation(text)} ${cite(id)}`).join('\n')}`
}

function tellingRecord(telling: InvestigateToolResult['telling'][number], id: string): string {
  const severity = telling.severity === '' || telling.severity === 'unspecified' ? '' : ` ${telling.severity}`
  return `Most telling record: ${code(telling.service, 60)}${severity}: ${code(telling.body, 240)} ${cite(id)}`
}

function others(result: InvestigateToolResult, id: string): string {
  if (result.elsewhere !== undefined) return ''
  const listed = result.candidates
    .slice(1, 4)
    .map(({ service, score }) => `${code(service, 60)} (${shownScore(score)})`)
  return listed.length === 0 ? '' : `Behind it: ${listed.join(', ')}. ${cite(id)}`
}

function hypotheses(result: InvestigateToolResult, id: string): string {
  const listed = result.hypotheses
    .filter(({ state }) => state !== 'supported')
    .slice(0, 3)
    .map(
      (item) =>
        `- ${item.state}: ${observation(item.statement.replace(/\.$/, ''))}, because ${observation(item.because)} ${cite(id)}`,
    )
  return listed.length === 0 ? '' : `Other explanations:\n\n${listed.join('\n')}`
}

function headline(state: PlanState, result: InvestigateToolResult, id: string): string {
  const best = result.candidates[0]
  const since = result.onset === null ? '' : ` since **${clock(result.onset, state.askedAtMs)}**`
  const window = `${clock(result.window.from, state.askedAtMs)} to ${clock(result.window.to, state.askedAtMs)}`
  if (result.elsewhere !== undefined) {
    const what =
      best === undefined ? 'Nothing stands out in what you asked about' : `${code(best.service, 80)} changed${since}`
    return `${what}, but over the whole system the first suspect is ${code(result.elsewhere, 80)}. ${cite(id)}`
  }
  switch (result.outcome) {
    case 'root_cause_identified':
      return `**Root cause: ${code(best?.service ?? '', 80)}**${since}. ${cite(id)}`
    case 'probable':
      return `**Probable root cause: ${code(best?.service ?? '', 80)}**${since} (score ${best?.score ?? 0}). ${cite(id)}`
    case 'inconclusive':
      return best === undefined
        ? `**Inconclusive**: something changed${since}, but nothing points to one service. ${cite(id)}`
        : `**Inconclusive**: something changed${since}; ${code(best.service, 80)} is the first suspect, but the evidence is thin. ${cite(id)}`
    case 'no_anomaly':
      return `**Nothing broke that the telemetry shows** from ${window}: no change stands out from the noise. ${cite(id)}`
    case 'no_data':
      return `**No telemetry** from ${window}, so I cannot say what happened. ${cite(id)}\n\n${emptyWindowSentence(state)}`
  }
}

/** A sentence of an analysis: what it quotes becomes code, and the rest is plain text whatever names stand in it. */
function observation(text: string): string {
  const sentence = plain(text, 600).replace(/<\*>/g, '\u2026')
  let shown = ''
  let end = 0
  for (const quote of sentence.matchAll(/(?<=^|[\s(])"(.*?)"(?= was | came | in \d| \d+ \u2192|$)/g)) {
    shown += escaped(sentence.slice(end, quote.index)) + code(quote[1] ?? '', 200)
    end = quote.index + quote[0].length
  }
  return shown + escaped(sentence.slice(end))
}

function escaped(text: string): string {
  return text
    .replace(/[[\]|*_~#!\\]/g, (character) => `\\${character}`)
    .replace(/</g, '&lt;')
    .replace(/`/g, "'")
    .replace(/:\/\//g, ':/\u200a/')
}

function volumeSentence(onset: string, volume: Done<LogVolumeResult>, askedAtMs: number): string {
  const at = Date.parse(onset)
  const parts = volume.result.series.slice(0, 4).map((group) => {
    const before = group.points.filter(([time]) => Date.parse(time) < at).reduce((sum, [, value]) => sum + value, 0)
    return `${code(group.name, 60)} ${before} \u2192 ${group.total - before}`
  })
  return `Warnings and errors before and after ${clock(onset, askedAtMs)}: ${parts.join(', ')}. Whoever logs most is not always the cause. ${cite(volume.id)}`
}

function nextSteps(result: InvestigateToolResult, service: string): string {
  const name = code(service, 80)
  if (result.outcome === 'inconclusive')
    return `Next: look at the records of ${name} around the onset ("show me those logs"), and at what was deployed or changed then.`
  return `Next: check what changed in ${name} just before the onset (deploys, configuration, its datastore), and roll back or restart it if that fits; the services that complain about it should recover by themselves.`
}

function notSeen(state: PlanState, result: InvestigateToolResult, id: string): string {
  const { signals } = state.coverage.result
  const missing = (['spans', 'metrics', 'logs'] as const).filter((signal) => signals[signal] === 0)
  const sentences = result.notCovered.map(
    (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`,
  )
  const said = sentences.join(' ')
  const unsaid = missing.filter((signal) => !said.includes(`o ${signal} were received`))
  if (unsaid.length > 0) sentences.push(`There are no ${unsaid.join(' and no ')} in this project.`)
  const gaps = sentences.length === 0 ? '' : `Not seen: ${sentences.map((text) => plain(text, 300)).join(' ')} `
  return `${gaps}${count(result.recordsScanned, 'record')} were looked at. ${cite(id)}`
}
