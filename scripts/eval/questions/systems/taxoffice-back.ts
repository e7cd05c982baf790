/** The back office of the tax office: notices of what was assessed, refunds through the bank, reminders by the batch. */
import type { Trace } from './scribe.ts'
import { eachTick } from './scribe.ts'
import type { Return, TaxOffice } from './taxoffice.ts'

const BANKS = ['landesbank', 'landesbank', 'landesbank', 'sparkasse', 'sparkasse', 'netbank']
const OFFICES = ['NORTH', 'NORTH', 'EAST', 'SOUTH', 'HARBOUR']

/** What was assessed gets a notice, and two of five a refund. */
export function finishAssessed(office: TaxOffice, timeMs: number, trace: Trace, filed: Return): void {
  const { random } = office
  if (random.chance(0.8)) notice(office, timeMs + random.logNormal(4000, 0.5), trace, filed)
  if (random.chance(0.55)) refund(office, timeMs + random.logNormal(20_000, 0.4), filed)
}

function notice(office: TaxOffice, startMs: number, parent: Trace, { id, form }: Return): void {
  const { random } = office
  office.hit('notice-service', 'POST /notices', startMs, parent, { 'return.form': form }, (trace) => {
    const renderedMs = random.logNormal(startMs < office.releaseMs ? 210 : 330, 0.3)
    const kept = office.stored(startMs + renderedMs, trace, 'notice')
    const durationMs = renderedMs + kept.durationMs + 3
    const pages = random.integer(2, 9)
    const text = `notice of ${id} written, ${pages} pages`
    office.say('notice-service', startMs + durationMs, 'INFO', text, {}, trace)
    if (random.chance(0.06)) {
      const late = `notice of ${id} goes by post, no mailbox`
      office.say('notice-service', startMs + durationMs + 1, 'WARN', late, {}, trace)
    }
    return { status: 201, durationMs }
  })
}

function refund(office: TaxOffice, startMs: number, { id, form }: Return): void {
  const { random, scribe } = office
  const bank = random.pick(BANKS)
  const eur = Math.round(random.logNormal(form === 'vat' ? 1400 : 520, 0.6) * 100) / 100
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const more = { bank, 'return.form': form, 'refund.eur': eur }
  const fields = { return: id, form, bank, eur }
  office.hit('refund-payer', 'POST /payouts', startMs, root, more, (trace) => {
    const durationMs = random.logNormal(bank === 'netbank' ? 720 : 340, 0.35)
    if (random.chance(0.07)) {
      office.say('refund-payer', startMs + durationMs, 'WARN', 'bank gateway refused the IBAN', fields, trace)
      return { status: 422, durationMs }
    }
    office.say('refund-payer', startMs + durationMs, 'INFO', 'refund paid', fields, trace)
    return { status: 200, durationMs }
  })
}

export function runBackOffice({ random, scribe, startMs, endMs }: TaxOffice): void {
  let number = 402_100
  eachTick({ fromMs: startMs + 4000, toMs: endMs - 2000, everyMs: 19_000 }, random, (timeMs) => {
    number += random.integer(3, 40)
    const where = `TP${number} ${random.pick(OFFICES).padEnd(8)}`
    const due = (random.integer(2500, 92_000) / 100).toFixed(2).padStart(9, '0')
    const ticket = random.integer(1, 100)
    if (ticket <= 9) scribe.log('reminder-batch', timeMs, 'WARN', `ADDRESS INCOMPLETE    ${where} ${due}`)
    else if (ticket <= 24) scribe.log('reminder-batch', timeMs, 'INFO', `DEADLINE EXTENDED     ${where} ${due}`)
    else scribe.log('reminder-batch', timeMs, 'INFO', `REMINDER WRITTEN      ${where} ${due}`)
  })
}
