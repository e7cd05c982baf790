/** What the subtitle service does beside audio: sessions, glossaries, editors, the archive, the meter of minutes. */
import type { Severity, Values } from '../records.ts'
import { eachTick, type Trace } from './scribe.ts'
import type { Subtitles } from './subtitles.ts'
import { EDITORS, type Session, TENANTS } from './subtitles-names.ts'
import type { Outcome } from './system.ts'

/** A new session needs the terms of its tenant's glossary. */
function opened(system: Subtitles, startMs: number, trace: Trace, session: Session): Outcome {
  const { random, scribe } = system
  const { tenant, plan, language } = session
  const id = `ses-${random.integer(50_000, 99_999)}`
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('session-api', startMs + afterMs, severity, text, {}, trace)
  const read = system.store('session-api', 'postgresql', 'SELECT tenants', startMs + 3, trace, 6)
  const readMs = 3 + read.durationMs + movedMs(system, startMs)
  if (random.chance(0.13)) {
    tell(readMs, 'WARN', `Session refused for ${tenant}: plan allows ${plan === 'standard' ? 2 : 8} at once`)
    return { status: 409, durationMs: readMs + 1 }
  }
  const terms = system.terms('session-api', 'GET /terms', startMs + readMs, trace, session)
  const termsMs = readMs + terms.durationMs + 1
  if (terms.status >= 500) {
    tell(termsMs, 'ERROR', `Session ${id} not opened for ${tenant}: no glossary, glossary-api answered 503`)
    system.remember('failedSession', id, startMs)
    return { status: 503, durationMs: termsMs + 1 }
  }
  const saved = system.store('session-api', 'postgresql', 'INSERT sessions', startMs + termsMs, trace, 9)
  const durationMs = termsMs + saved.durationMs + random.logNormal(9, 0.3)
  tell(durationMs, 'INFO', `Session ${id} opened for ${tenant}: ${language}, ${plan}`)
  system.remember('openedSession', id, startMs)
  return { status: 201, durationMs: durationMs + 1 }
}

/** A request waits while the pod of sessions is moved. */
function movedMs({ restartMs }: Subtitles, startMs: number): number {
  return startMs >= restartMs - 8000 && startMs < restartMs ? 1500 : 0
}

function shownOrClosed(system: Subtitles, name: string, startMs: number, trace: Trace, session: Session): Outcome {
  const { random, scribe } = system
  const isClosing = name.startsWith('DELETE')
  const operation = isClosing ? 'UPDATE sessions' : 'SELECT sessions'
  const read = system.store('session-api', 'postgresql', operation, startMs + 2, trace, isClosing ? 9 : 5)
  const durationMs = read.durationMs + random.logNormal(8, 0.3) + movedMs(system, startMs)
  const isUnknown = !isClosing && random.chance(0.05)
  const after = isClosing ? `closed after ${random.integer(11, 175)} min` : isUnknown ? 'not found' : 'shown'
  scribe.log('session-api', startMs + durationMs, 'INFO', `Session ${session.session} ${after}`, {}, trace)
  return { status: isUnknown ? 404 : isClosing ? 204 : 200, durationMs: durationMs + 1 }
}

function glossary(system: Subtitles, name: string, startMs: number, trace: Trace, session: Session): Outcome {
  const { random, scribe } = system
  const who = { tenant: session.tenant, glossary: session.glossary }
  const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
    scribe.log('glossary-api', startMs + afterMs, severity, text, { ...who, ...more }, trace)
  return system.looked(startMs, trace, who, (atMs) => {
    if (name.startsWith('GET')) {
      const isUnknown = random.chance(0.04)
      tell(atMs + 2, 'INFO', isUnknown ? 'glossary not found' : 'glossary shown')
      return { status: isUnknown ? 404 : 200, durationMs: atMs + 4 }
    }
    if (random.chance(0.16)) {
      tell(atMs + 2, 'WARN', 'glossary refused: term stands twice')
      return { status: 422, durationMs: atMs + 3 }
    }
    const saved = system.store('glossary-api', 'mysql', 'REPLACE terms', startMs + atMs, trace, 22)
    tell(atMs + saved.durationMs, 'INFO', 'glossary saved', { terms: random.integer(20, 480) })
    return { status: 200, durationMs: atMs + saved.durationMs + 1 }
  })
}

/** An editor corrects a cue; without the terms it is saved all the same. */
function corrected(system: Subtitles, startMs: number, trace: Trace, session: Session): Outcome {
  const { random, scribe } = system
  const cue = `cue-${random.integer(100_000, 999_999)}`
  const tell = (afterMs: number, severity: Severity, text: string) =>
    scribe.log('editor-desk', startMs + afterMs, severity, text, {}, trace)
  const read = system.store('editor-desk', 'postgresql', 'SELECT cues', startMs + 2, trace, 6)
  const readMs = 2 + read.durationMs
  if (random.chance(0.14)) {
    tell(readMs, 'WARN', `Correction of ${cue} refused: cue is final`)
    system.remember('finalCue', cue, startMs)
    return { status: 409, durationMs: readMs + 1 }
  }
  const editor = random.pick(EDITORS)
  const terms = system.terms('editor-desk', 'GET /terms', startMs + readMs, trace, session)
  const saved = system.store('editor-desk', 'postgresql', 'UPDATE cues', startMs + readMs + terms.durationMs, trace, 8)
  const durationMs = readMs + terms.durationMs + saved.durationMs + random.logNormal(7, 0.3)
  if (terms.status >= 500) tell(durationMs, 'WARN', `Cue ${cue} corrected by ${editor} without terms`)
  else tell(durationMs, 'INFO', `Cue ${cue} corrected by ${editor}`)
  system.remember('correctedCue', cue, startMs)
  return { status: 200, durationMs: durationMs + 1 }
}

function transcript(system: Subtitles, startMs: number, trace: Trace, { session }: Session): Outcome {
  const { random, scribe } = system
  const read = system.store('editor-desk', 'postgresql', 'SELECT transcripts', startMs + 2, trace, 31)
  const durationMs = read.durationMs + random.logNormal(18, 0.35)
  const isEarly = random.chance(0.07)
  const text = isEarly ? `Transcript of ${session} is not ready` : `Transcript of ${session} downloaded`
  scribe.log('editor-desk', startMs + durationMs, 'INFO', text, {}, trace)
  return { status: isEarly ? 404 : 200, durationMs: durationMs + 1 }
}

/** The requests that bring no audio. */
export function visitSide(system: Subtitles, name: string, startMs: number, trace: Trace, session: Session): Outcome {
  if (name === 'POST /v1/sessions') return opened(system, startMs, trace, session)
  if (name.includes('/sessions/')) return shownOrClosed(system, name, startMs, trace, session)
  if (name.includes('/glossaries/')) return glossary(system, name, startMs, trace, session)
  if (name.startsWith('PATCH')) return corrected(system, startMs, trace, session)
  return transcript(system, startMs, trace, session)
}

/** Who writes lines only: segments of the archive, and minutes that tenants pay for until the lease is lost. */
export function runWriters({ random, scribe, startMs, endMs, darkMs }: Subtitles): void {
  let segment = 61_377
  eachTick({ fromMs: startMs + 9000, toMs: endMs, everyMs: 26_000 }, random, (timeMs) => {
    segment += 1
    const again = `segment ${segment} uploaded again: 503 SlowDown from object store`
    if (random.chance(0.17)) scribe.log('archive-writer', timeMs - 700, 'WARN', again)
    scribe.log('archive-writer', timeMs, 'INFO', `segment ${segment} archived: ${random.integer(18, 96)} cues`)
  })
  eachTick({ fromMs: startMs + 4000, toMs: darkMs - 3000, everyMs: 19_000 }, random, (timeMs) => {
    const [tenant] = random.pick(TENANTS)
    if (random.chance(0.1)) scribe.log('usage-meter', timeMs, 'WARN', `no price for ${tenant}: trial has no plan`)
    else scribe.log('usage-meter', timeMs, 'INFO', `metered ${random.integer(2, 40)} min for ${tenant}`)
  })
}
