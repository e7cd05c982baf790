/** From a chunk of audio to a cue on a screen: recognition behind a queue, punctuation, terms, and outputs. */
import type { Severity, Values } from '../records.ts'
import type { Trace } from './scribe.ts'
import type { Subtitles } from './subtitles.ts'
import { AUDIO, CUES, OUTPUTS, type Session } from './subtitles-names.ts'
import type { Outcome } from './system.ts'

const LATE_MS = 6000

/** A chunk is queued for a worker, which makes a cue of it. */
export function caption(system: Subtitles, startMs: number, parent: Trace, session: Session, seconds: number): void {
  const { random } = system
  const attributes = { ...AUDIO, 'tenant.id': session.tenant, 'audio.language': session.language }
  const sent = { service: 'audio-ingest', name: 'audio.chunks publish', startMs: startMs + 1, parent, attributes }
  system.call(sent, 'producer', (trace) => {
    const takenMs = startMs + random.logNormal(420, 0.4) + system.behindAt(startMs)
    system.queued.push({ fromMs: startMs, toMs: takenMs })
    const step = { service: 'asr-worker', name: 'audio.chunks process', startMs: takenMs, parent: trace, attributes }
    system.serve(step, 'consumer', (inner) => recognised(system, { startMs, takenMs, seconds }, inner, session))
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}

interface Chunk {
  readonly startMs: number
  readonly takenMs: number
  readonly seconds: number
}

function recognised(system: Subtitles, chunk: Chunk, trace: Trace, session: Session): Outcome {
  const { random, scribe } = system
  const { takenMs, seconds } = chunk
  const fields = { tenant: session.tenant, session: session.session, language: session.language, seconds }
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('asr-worker', takenMs + afterMs, severity, text, { ...fields, ...more }, trace)
  const heardMs = random.logNormal(70 * seconds, 0.22)
  const inside = { traceId: trace.traceId, spanId: scribe.newSpan() }
  const step = { service: 'asr-worker', name: 'transcribe', startMs: takenMs + 2, parent: trace }
  const model = { 'asr.model': 'medium-v3' }
  system.write(step, 'internal', inside, { status: 200, durationMs: heardMs }, model)
  if (random.chance(0.06)) {
    tell(heardMs + 2, 'INFO', 'chunk has no speech')
    return { status: 200, durationMs: heardMs + 3 }
  }
  const readableMs = heardMs + 2 + punctuated(system, takenMs + heardMs + 2, trace, session)
  const matched = system.terms('asr-worker', 'POST /match', takenMs + readableMs, trace, session)
  const matchedMs = readableMs + matched.durationMs + 1
  if (matched.status >= 500) {
    tell(matchedMs, 'ERROR', 'chunk not captioned: terms not matched, glossary-api answered 503')
    system.remember('lostTrace', trace.traceId, takenMs)
    return { status: 503, durationMs: matchedMs + 1 }
  }
  const confidence = random.integer(64, 99) / 100
  if (confidence < 0.68) tell(matchedMs, 'WARN', 'low confidence', { confidence })
  tell(matchedMs + 1, 'INFO', 'chunk captioned', { confidence })
  publish(system, chunk.startMs, takenMs + matchedMs + 2, trace, session)
  return { status: 200, durationMs: matchedMs + 6 }
}

/** Commas and full stops, by a service whose spans have no kinds. */
function punctuated(system: Subtitles, startMs: number, parent: Trace, { language }: Session): number {
  const { random, scribe } = system
  const attributes = { 'peer.service': 'punctuator' }
  const step = { service: 'asr-worker', name: 'restore', startMs, parent, attributes }
  const done = system.call(step, 'client', (between) => {
    const trace = { traceId: between.traceId, spanId: scribe.newSpan() }
    const isLong = random.chance(0.035)
    const durationMs = random.logNormal(isLong ? 210 : 46, 0.3)
    const text = isLong ? `fallback to rules (${language}): sentence of ${random.integer(180, 420)} tokens` : null
    if (text !== null) scribe.log('punctuator', startMs + durationMs, 'WARN', text, {}, trace)
    const sentences = `restored ${random.integer(1, 4)} sentences (${language})`
    scribe.log('punctuator', startMs + durationMs, 'INFO', sentences, {}, trace)
    scribe.span({
      ...{ ...trace, parentSpanId: between.spanId, service: 'punctuator', name: 'restore', kind: 'unspecified' },
      ...{ startMs: startMs + 1, durationMs: Math.round(durationMs * 1000) / 1000, isEntry: true },
      attributes: { language, strategy: isLong ? 'rules' : 'model' },
    })
    return { status: 200, durationMs: durationMs + 2 }
  })
  return done.durationMs
}

/** A cue goes to the output of its session. */
function publish(system: Subtitles, spokenMs: number, startMs: number, parent: Trace, session: Session): void {
  const { random, scribe } = system
  const output = random.pick(OUTPUTS)
  const { language, tenant } = session
  const attributes = { ...CUES, 'tenant.id': tenant, 'output.kind': output }
  system.call({ service: 'asr-worker', name: 'cues publish', startMs, parent, attributes }, 'producer', (trace) => {
    const takenMs = startMs + random.logNormal(60, 0.3)
    const step = { service: 'cue-publisher', name: 'cues process', startMs: takenMs, parent: trace, attributes }
    system.serve(step, 'consumer', (inner) => {
      const durationMs = random.logNormal(output === 'sdi' ? 24 : 13, 0.35)
      const behindMs = takenMs + durationMs - spokenMs
      const tell = (severity: Severity, text: string) =>
        scribe.log('cue-publisher', takenMs + durationMs, severity, text, {}, inner)
      if (random.chance(0.035)) {
        tell('WARN', `cue discarded for ${session.session}: ${output} output is closed`)
        return { status: 200, durationMs: durationMs + 1 }
      }
      if (behindMs > LATE_MS) tell('WARN', `cue late for ${session.session}: ${(behindMs / 1000).toFixed(1)} s behind`)
      tell('INFO', `cue sent to ${output} for ${session.session} (${language})`)
      system.delays.push({ timeMs: takenMs + durationMs, behindMs })
      return { status: 200, durationMs: durationMs + 1 }
    })
    return { status: 202, durationMs: random.logNormal(3, 0.2) }
  })
}
