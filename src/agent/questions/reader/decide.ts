/** From what was found in a question to its plan: the intent first, then what that intent needs. */

import type { PlanTime } from '../plan/plan.ts'
import { hitWorst, peopleUnable } from './affected.ts'
import { anomalyAsked } from './anomaly.ts'
import { idAsked, isAboutId, isDataPhrase, stillLogged } from './asked-records.ts'
import { timeOf } from './asked-time.ts'
import { callsBetween } from './calls-between.ts'
import { comparative } from './comparatives.ts'
import { readConditions } from './conditions.ts'
import { amountAsked } from './counted-amounts.ts'
import { decideMeasure, isMeasured } from './decide-measure.ts'
import { type Decision, decided } from './decision.ts'
import { eitherOf } from './either.ts'
import { eventsAsked } from './events-asked.ts'
import { fillAsked } from './fill-asked.ts'
import { flagConditions } from './flag-keys.ts'
import { goesOnAsked } from './goes-on-asked.ts'
import { groundFreeWords } from './grounds.ts'
import { hitRate } from './hit-rate.ts'
import { incidentAsked } from './incident-forms.ts'
import { linesNow } from './lines-now.ts'
import { isMeaning } from './meaning.ts'
import { whenAsked } from './measure-plan.ts'
import { gaugeNamed } from './measures.ts'
import { aboutOperation, aboutValue, namedIntent } from './named-intents.ts'
import { ability, moreOfQuoted, slowerSince, stateOfNoun } from './noun-state.ts'
import { onlyOfValue } from './only-values.ts'
import { peersAsked } from './peers.ts'
import { aboutServices } from './service-names.ts'
import { shareBoundOf } from './share-bound.ts'
import { silentAsked } from './silent-service.ts'
import { has, onlyService, type QuestionState, type TextHits } from './state.ts'
import { suspectsAsked } from './suspects.ts'
import { troubleIntent } from './trouble.ts'
import { valuesAsked } from './values-asked.ts'
import { whichChanged } from './which-changed.ts'
import { wholeQuestion } from './whole-questions.ts'

/**
 * The plan of a question, or the words to look up first. `hits` are the results of the look-up: how many texts have each
 * word; null before it.
 */
export function decide(state: QuestionState, hits: TextHits | null): Decision {
  readConditions(state)
  flagConditions(state)
  const time = timeOf(state)
  const scope = { conditions: state.conditions, time }
  if (state.recordId !== null) return decided({ intent: 'record', id: state.recordId, ...scope })
  if (state.traceId !== null) {
    if (has(state, 'log_noun')) {
      state.conditions.push({ on: 'trace', id: state.traceId })
      return decided({ intent: 'list', of: 'logs', ...scope, order: 'oldest', limit: 50 })
    }
    return decided({ intent: 'trace', id: state.traceId, ...scope })
  }
  const id = idAsked(state, hits)
  if (id !== null && hits === null) return { plan: null, lookups: { words: [id] } }
  if (id !== null) {
    state.conditions.splice(0)
    state.conditions.push({ on: 'text', text: id, mode: 'phrase' })
    state.notes.splice(0)
    return decided({ intent: 'list', of: 'logs', ...scope, order: 'oldest', limit: 20 })
  }
  if (has(state, 'what_broke', 'why') && isAboutId(state)) {
    const lookups = groundFreeWords(state, hits, true)
    if (lookups.words.length > 0) return { plan: null, lookups }
    return decided({ intent: 'list', of: 'logs', ...scope, order: 'oldest', limit: 20 })
  }
  const isNextStep =
    /^(?:so |ok |and )?(?:what|now what)(?: do)?(?: i| we)? ?(?:now|next|first|then)\W*$|^what (?:would|should|could|can) .{1,40} (?:do|check|look at|try|recommend|suggest)\b.{0,20}$/.test(
      state.text.trim(),
    )
  if (isNextStep) return decided({ intent: 'cause', aspect: 'next_step', ...scope })
  const between = callsBetween(state, time)
  if (between !== null) return decided(between)
  const silent = silentAsked(state, scope)
  if (silent !== null) return decided(silent)
  const incident = incidentAsked(state, scope) ?? onlyOfValue(state, scope) ?? linesNow(state, scope)
  if (incident !== null) return decided(incident)
  const filled = fillAsked(state, scope)
  if (filled !== null) return aboutServices(state, filled, hits)
  const changed = whichChanged(state, scope)
  if (changed !== null) return decided(changed)
  const suspects = suspectsAsked(state, scope)
  if (suspects !== null) return decided(suspects)
  const event = eventsAsked(state, scope) ?? goesOnAsked(state, scope)
  if (event !== null) return decided(event)
  if (shareBoundOf(state) !== null) return decideMeasure(state, time, hits)
  const more = moreOfQuoted(state, scope)
  if (more !== null) return decided(more)
  const values = valuesAsked(state, scope)
  if (values !== null) return decided(values)
  const peers = peersAsked(state, scope)
  if (peers !== null) return decided(peers)
  const compared = comparative(state, scope)
  if (compared !== null) return decided(compared)
  const either = eitherOf(state, scope)
  if (either !== null) return decided(either)
  const whole = wholeQuestion(state, scope)
  if (whole !== null) return decided(whole)
  // "Which regions had trouble claiming matches": no question for something unusual.
  const unable = /\b(?:trouble|problems?|difficult(?:y|ies)|issues|struggled)\b/.test(state.text)
    ? peopleUnable(state, scope)
    : null
  if (unable !== null) return decided(unable)
  const worst = hitWorst(state, scope)
  if (worst !== null) return decided(worst)
  const rate = hitRate(state, scope)
  if (rate !== null) return decided(rate)
  const anomaly = anomalyAsked(state, time, hits)
  if (anomaly !== null) return anomaly
  const isNamedWhole = state.context.catalogue.metrics.some(({ name }) =>
    state.words.some(({ text }) => text === name.toLowerCase()),
  )
  const isOfMetric = isNamedWhole || (gaugeNamed(state) !== null && !has(state, 'log_noun', 'error_noun'))
  if (isOfMetric && !has(state, 'why', 'next_step') && !isMeaning(state)) return decideMeasure(state, time, hits)
  const isWhenFailing =
    /\b(?:first|last|latest)\b/.test(state.text) &&
    whenAsked(state) !== null &&
    (has(state, 'failed_word', 'premise_failing', 'failure_noun', 'error_noun') ||
      state.conditions.some(({ on }) => on === 'status_code'))
  if (isWhenFailing && !has(state, 'deployment', 'silent')) return decideMeasure(state, time, hits)
  const still = stillLogged(state)
  if (still !== null) return decided(still)
  const able = ability(state, scope)
  if (able !== null) return decided(able)
  const slower = slowerSince(state, scope)
  if (slower !== null) return decided(slower)
  const noun = stateOfNoun(state, scope)
  if (noun !== null) return decided(noun)
  const operation = aboutOperation(state, scope) ?? aboutValue(state, scope)
  if (operation !== null) return aboutServices(state, operation, hits)
  // "How many minutes did we bill": minutes that lines state, and not how long something lasted.
  if (/\bhow many (?:seconds|minutes|hours|days)\b/.test(state.text) && amountAsked(state) !== null)
    return decideMeasure(state, time, hits)
  const named = namedIntent(state, scope)
  if (named !== null) return aboutServices(state, named, hits)
  if (isMeasured(state)) return decideMeasure(state, time, hits)
  if (isDataPhrase(state)) return decideMeasure(state, time, hits)
  const trouble = troubleIntent(state, scope)
  if (trouble !== null) return aboutServices(state, trouble, hits)
  return fallback(state, time, hits)
}

/** Without a word that says what to do: a service's name asks for its summary, words of the data for their records. */
function fallback(state: QuestionState, time: PlanTime, hits: TextHits | null): Decision {
  const service = onlyService(state)
  const isBare = state.words.every(
    ({ usedBy, text }) =>
      usedBy !== null ||
      /^(?:the|service|status|about|tell|me|please|show|give|info|details|summary|of|overview|on|for)$/.test(text),
  )
  const isOfRoute = state.conditions.some(({ on }) => on === 'operation')
  if (service !== null && isBare && !isOfRoute && state.words.some(({ usedBy }) => usedBy === 'service')) {
    return decided({ intent: 'health', service, premise: null, isSummary: true, conditions: state.conditions, time })
  }
  return decideMeasure(state, time, hits)
}
