/** "What broke", "why", "since when", "root cause". */
import type { InvestigateToolResult } from '../../tools/investigate.ts'
import type { LogVolumeResult } from '../../tools/log-volume.ts'
import { cite, clock, code, count, plain } from '../markdown.ts'
import { type Action, type Done, type PlanState, type Window, windowParams } from '../plan-state.ts'
import { basisSentence, caveats, emptyWindowSentence, suspiciousSentence } from './words.ts'

const HOUR_MS = 3_600_000
/** "since X" needs time before X to compare with. */
const BASELINE_MS = HOUR_MS / 2
/** When the last hour shows nothing, trouble may have begun before it and lasted: a look further back finds its begin. */
const WIDER_MS = [6 * HOUR_MS, 24 * HOUR_MS]

export function planCause(state: PlanState): Action {
  const found = investigate(state)
  if (found === null)
    return state.desk.missing.length > 0 ? call(state) : { type: 'answer', text: caveats(state, []).join(' ') }
  const { result } = found
  const best = result.candidates[0]
  const volume =
    result.onset === null || best === undefined
      ? null
      : state.desk.need<LogVolumeResult>('log_volume', {
          from: result.window.from,
          to: result.window.to,
          services: result.candidates.slice(0, 5).map((candidate) => candidate.service),
          severityAtLeast: 'warn',
          groupBy: ['service'],
          annotations: [{ at: result.onset, label: 'onset' }],
        })
  const telling = result.telling[0]
  const detail = telling === undefined ? null : state.desk.need<unknown>('log_detail', { id: telling.id })
  if (state.desk.missing.length > 0) {
    return {
      type: 'call',
      reasoning: `The investigation points to ${best === undefined ? 'nothing yet' : plain(best.service, 80)}. I check the volumes around the onset and read the most telling record.`,
      calls: state.desk.missing,
    }
  }
  return { type: 'answer', text: answer(state, found, volume, detail) }
}

function call(state: PlanState): Action {
  const where =
    state.question.services.length > 0 ? ` of ${state.question.services.map((name) => plain(name, 80)).join(', ')}` : ''
  return {
    type: 'call',
    reasoning: `I investigate what changed${where}: compare before and after, and rank the services by evidence.`,
    calls: state.desk.missing,
  }
}

function investigate(state: PlanState): Done<InvestigateToolResult> | null {
  const { question, desk, window } = state
  const services = question.services.length === 0 || question.followUp !== 'narrow' ? undefined : question.services
  const time = question.time
  if (time?.aroundMs != null) {
    const around = new Date(time.aroundMs).toISOString()
    if (time.kind === 'around') return desk.need('investigate', { around, services })
    return desk.need('investigate', {
      from: new Date(time.fromMs - BASELINE_MS).toISOString(),
      to: new Date(time.toMs).toISOString(),
      around,
      services,
    })
  }
  const first = desk.need<InvestigateToolResult>('investigate', { ...windowParams(window), services })
  if (state.windowBasis !== 'last_with_telemetry' || first === null) return first
  let found: Done<InvestigateToolResult> = first
  for (const spanMs of WIDER_MS) {
    if (found.result.outcome !== 'no_anomaly' || !hasEarlier(state, window)) return found
    const wider = desk.need<InvestigateToolResult>('investigate', {
      ...windowParams({ fromMs: window.toMs - spanMs, toMs: window.toMs }),
      services,
    })
    if (wider === null) return desk.missing.length > 0 ? null : found
    if (wider.result.outcome !== 'no_anomaly') return wider
    found = wider
  }
  return found
}

/** Whether there is telemetry before the window, by more than a few minutes. */
function hasEarlier({ coverage }: PlanState, window: Window): boolean {
  const first = coverage.result.services.map(({ firstSeen }) => firstSeen).sort()[0]
  return first !== undefined && Date.parse(first) < window.fromMs - 5 * 60_000
}

function answer(
  state: PlanState,
  found: Done<InvestigateToolResult>,
  volume: Done<LogVolumeResult> | null,
  detail: Done<unknown> | null,
): string {
  const { result, id } = found
  const { askedAtMs } = state
  const lines = [headline(state, result, id)]
  const best = result.candidates[0]
  if (best !== undefined) {
    lines.push(
      `Evidence:\n\n${[`- ${observation(best.reason)} ${cite(id)}`, ...best.observations.slice(0, 4).map((text) => `- ${observation(text)} ${cite(id)}`)].join('\n')}`,
    )
    const telling = result.telling[0]
    if (telling !== undefined)
      lines.push(
        `Most telling record: ${code(telling.service, 60)}${telling.severity === '' ? '' : ` ${telling.severity}`}: ${code(telling.body, 240)} ${cite(...(detail === null ? [id] : [detail.id]))}`,
      )
    if (volume !== null && result.onset !== null && volume.result.total > 0)
      lines.push(volumeSentence(result.onset, volume, askedAtMs))
    const others = result.candidates
      .slice(1, 4)
      .map((candidate) => `${code(candidate.service, 60)} (${candidate.score})`)
    if (others.length > 0) lines.push(`Behind it: ${others.join(', ')}. ${cite(id)}`)
    const hypotheses = result.hypotheses.filter(({ state: standing }) => standing !== 'supported').slice(0, 3)
    if (hypotheses.length > 0)
      lines.push(
        `Other explanations:\n\n${hypotheses.map((item) => `- ${item.state}: ${observation(item.statement.replace(/\.$/, ''))}, because ${observation(item.because)} ${cite(id)}`).join('\n')}`,
      )
    lines.push(nextSteps(result, best.service))
  }
  lines.push(
    basisSentence(state),
    notSeen(state, result, id),
    ...caveats(state, []),
    ...suspiciousSentence([result, detail?.result], [id, detail?.id ?? id]),
  )
  return lines.filter((line) => line !== '').join('\n\n')
}

function headline(state: PlanState, result: InvestigateToolResult, id: string): string {
  const best = result.candidates[0]
  const since = result.onset === null ? '' : ` since **${clock(result.onset, state.askedAtMs)}**`
  const window = `${clock(result.window.from, state.askedAtMs)} to ${clock(result.window.to, state.askedAtMs)}`
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
  if (result.recordsScanned > 0) sentences.push(`${count(result.recordsScanned, 'record')} were looked at.`)
  return sentences.length === 0 ? '' : `Not seen: ${sentences.map((text) => plain(text, 300)).join(' ')} ${cite(id)}`
}
