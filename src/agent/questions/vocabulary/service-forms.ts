/** What one asks of a service by its name, in the grammar that the vocabularies know: who it is to blame for, its pods. */
import { form, type PlainForm } from './plain-form.ts'

/** A name of several parts, which no everyday word has. */
const NAMED = '([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+)'
const RUNS_ON = '(instances|pods|replicas|containers)'

export const SERVICE_FORMS: readonly PlainForm[] = [
  form(
    `^^(?:so |and )?is (?:it )?${NAMED} (?:really |maybe |actually )?(?:the )?(?:culprit|guilty(?: one)?|offender|bad guy|one to blame|origin|source)(?: of (?:it|this|that|the (?:trouble|problem|outage|incident)))?$$`,
    'is $1 to blame?',
  ),
  form(
    `^^what (?:is|are|does|was) ${NAMED} (?:complaining|moaning|whining|shouting|crying) about$$`,
    'top warnings and errors of $1',
  ),
  form(`^^what does ${NAMED} complain about$$`, 'top warnings and errors of $1'),
  form(`^^${NAMED} ${RUNS_ON}$$`, 'how many $2 does $1 have?'),
  form(
    `^^how many ${RUNS_ON} (?:of|for) ${NAMED}(?: (?:are (?:there|running|up)|do we have))?$$`,
    'how many $1 does $2 have?',
  ),
  form(`^^is ${NAMED} (?:getting|becoming) (better|worse)$$`, 'is the error rate of $1 getting $2?'),
]
