/** Writes a share: of requests, of log records, or of what another condition has. */
import { without } from '../questions/plan/plan.ts'
import { number, percent } from './format.ts'
import type { Worded } from './measure-words.ts'
import { yesWord } from './measure-words.ts'
import { refusedInstead, shareOnce, windowWords } from './number-parts.ts'
import { conditionsOf, nounOf, scope } from './scope.ts'

/** What works for nearly everybody works. */
const WORKS_MIN = 0.9

/** Returns the first sentence of an answer about a share. */
export function ratioHeadline({ plan, result, askedAtMs }: Worded): string {
  const share = plan.measure.of === 'ratio' ? plan.measure.share : 'failed'
  const name =
    result.isOfRecords === true
      ? share === 'failed'
        ? 'are errors'
        : 'are no errors'
      : share === 'failed'
        ? 'failed'
        : share === 'succeeded'
          ? 'succeeded'
          : 'match'
  const when = windowWords({ plan, result, askedAtMs, id: '' })
  if (result.value === null)
    return `I found no requests${scope(plan)} to take a share of, so I give no number, ${when}.`
  if (plan.measure.of === 'ratio' && plan.measure.isOfAll === true) {
    const all = { ...plan, conditions: plan.conditions.filter(({ on }) => on === 'operation' || on === 'service') }
    return `**${percent(result.value)}**: ${number(result.failed ?? 0)} requests${scope(plan)}, of all ${number(result.of ?? 0)} requests${scope(all)}, ${when}.`
  }
  const among = plan.measure.of === 'ratio' ? plan.measure.among : undefined
  if (among !== undefined && among.length > 0) {
    const isOfRequests = among.some(({ on }) => on === 'operation')
    const whole = `${number(result.of ?? 0)} ${isOfRequests ? 'requests ' : ''}${conditionsOf(among)}`
    return `**${percent(result.value)}**: ${number(result.failed ?? 0)} log records${scope(plan)}, of ${whole}, ${when}.`
  }
  const part = share === 'succeeded' ? (result.of ?? 0) - (result.failed ?? 0) : (result.failed ?? 0)
  const isOfRecords = among !== undefined || result.isOfRecords === true
  const noun = nounOf({ of: isOfRecords ? 'records' : 'requests' }, [])
  const { bound } = plan
  const isUsual = share === 'failed' ? result.value >= 0.01 : result.value >= WORKS_MIN
  const isYes =
    bound === undefined ? isUsual : bound.is === 'above' ? result.value > bound.share : result.value < bound.share
  const yes =
    plan.isYesNo === true && (share !== 'matching' || bound !== undefined) ? (isYes ? yesWord(plan) : 'No: ') : ''
  const codes = share === 'matching' ? plan.conditions.filter((one) => one.on === 'status_code') : []
  // "13 % of requests of web have status 5xx", as a share of those that have it is all of them.
  const of = { ...plan, conditions: codes.length === 0 ? plan.conditions : without(plan.conditions, 'status_code') }
  const said = codes.length === 0 ? name : conditionsOf(codes).replace(/^with/, 'have')
  return `${yes}**${percent(result.value)}** of ${noun}${scope(of)} ${said}: ${number(part)} of ${number(result.of ?? 0)}, ${when}${refusedInstead(result, true)}${shareOnce(result, share === 'succeeded')}.`
}
