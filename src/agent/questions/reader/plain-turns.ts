/**
 * Follow-ups of a few words that everybody types and that say the same as a plainer one: "out of how many?" behind a
 * count, "what caused it?" behind lines, "which service?" and "is it serious?" behind trouble.
 */
import type { Plan } from '../plan/plan.ts'
import { bareMove } from './bare-move.ts'
import type { Previous } from './state.ts'

const IT = '(?:it|that|this|them|these|those|they)'
type Behind =
  | 'counted'
  | 'explained'
  | 'several'
  | 'failed'
  | 'grouped'
  | 'lines'
  | 'listed'
  | 'released'
  | 'requests'
  | 'trouble'

const HOW_MANY = '^how many (?:(?:of (?:them|these|those)|ones?) )?(?:(?:have|had|of them) )?'
const FAILED =
  "(?:failed|went wrong|gone wrong|errored(?: out)?|broke|did ?n[o']t (?:work(?: out)?|succeed|make it|go through|get through)|were (?:unsuccessful|failing|broken|not (?:ok|successful))|got (?:an )?errors?|returned (?:an )?errors?|ended in (?:an )?errors?)"
const SUCCEEDED =
  '(?:succeeded|worked(?: out| fine)?|went (?:through|well|fine|ok)|got through|came through|made it(?: through)?|were (?:ok|okay|fine|successful|good))'
const ON_EACH = ' (?:on|at|for|in|of|by|with|per) (?:each|every one|each one)(?: of them)?'
const RETURNED =
  '(?:(?:came|come) back (?:with|as)(?: an?)?|got(?: an?)?|returned(?: an?)?|gave(?: an?)?|ended (?:in|with)(?: an?)?|were|had|answered(?: with)?)'

const TURNS: readonly (readonly [behind: Behind, form: RegExp, plain: string])[] = [
  ['requests', new RegExp(`${HOW_MANY}${FAILED}$`), 'only the failed ones'],
  ['grouped', new RegExp(`${HOW_MANY}${FAILED}${ON_EACH}$`), 'only the failed ones'],
  ['grouped', new RegExp(`${HOW_MANY}${SUCCEEDED}${ON_EACH}$`), 'only the successful ones'],
  ['requests', new RegExp(`${HOW_MANY}${SUCCEEDED}$`), 'only the successful ones'],
  ['requests', new RegExp(`${HOW_MANY}${RETURNED} ([1-5](?:xx|\\d\\d))s?$`), 'only those with status $1'],
  [
    'explained',
    new RegExp(
      `^how (?:often|many times)(?: (?:was|is|did|has|had) ${IT}(?: been)?(?: (?:logged|written|said|seen|happen(?:ed)?|occur(?:red)?|come(?: up)?|appear(?:ed)?))?)?(?: (?:logged|written|said|seen))?$`,
    ),
    'how many of them',
  ],
  ['lines', /^out of how many(?: in (?:all|total)| altogether| overall)?$/, 'what share is that'],
  [
    'counted',
    new RegExp(`^(?:what|who)(?: has| have| is)? (?:caused|causes|causing|triggered|triggers|led to) ${IT}$`),
    'why',
  ],
  [
    'failed',
    /^(which|what) ([a-z]{3,20}) (?:lost|missed|suffered|was hit|is hit|got hit|was hurt) (?:by (?:it|that) )?(?:the )?(most|least)$/,
    '$1 $2 has the $3',
  ],
  [
    'trouble',
    /^(?:(?:is|was) it |are (?:they|those|these) )?(?:really |just )?only (?:some|a few|certain) ([a-z]{3,20}s)$/,
    'is it only some $1',
  ],
  // Of several that were told, one is left out of the list: nothing is changed.
  [
    'several',
    /^(?:drop|skip|ignore|remove|hide|omit|forget|discard|kick out|throw out|leave (?:out|off|aside)|take out|filter out|minus) (?:the |that |those |all (?:the )?)?(?!filters?\b|restrictions?\b)(\S{2,40}(?: \S{1,30})?)(?: ones?| lines?| rows?| entr(?:y|ies))$/,
    'without $1',
  ],
  [
    'several',
    /^(?:drop|skip|ignore|hide|omit|forget|discard|kick out|throw out|leave (?:out|off|aside)|take out|filter out|minus) (?:the )?(?!filters?\b|restrictions?\b)(\S{2,40})$/,
    'without $1',
  ],
  ['several', /^(?:leave|take|keep|throw|kick|filter) (?:the )?(\S{2,40})(?: ones?)? (?:out|off|aside)$/, 'without $1'],
  ['counted', /^last one$/, 'the last one'],
  [
    'counted',
    /^(newest|latest|last|most recent|first|oldest|earliest) one (of|from|at|in|on|by|with) ([\w.-]{2,40})$/,
    'when was the $1 one $2 $3',
  ],
  [
    'counted',
    /^(?:is it |are they |was it |were they )?(?:mostly|mainly|more often|usually) ([\w.-]{2,40}) or ([\w.-]{2,40})$/,
    '$1 vs $2',
  ],
  ['counted', /^what (?:was|is) behind (?:it|that|this|them|these|those)$/, 'why'],
  [
    'lines',
    /^(?:for )?what(?: (?:is|was|were|are) (?:it|they|that|those|these))? for(?: exactly)?$|^which reason for$|^for what(?: exactly| reasons?)?$/,
    'why',
  ],
  [
    'lines',
    /^(?:what (?:is|was|are|were) (?:the )?)?(?:main|most (?:common|frequent)|top|biggest|usual|commonest|leading) (?:reasons?|causes?)(?: for (?:it|that|them|this))?$/,
    'why',
  ],
  ['trouble', /^(?:until|till|up to) ?(?:when|what time)?$/, 'when did it end'],
  [
    'trouble',
    /^what (?:was|is) (?:it|that|wrong|the (?:matter|problem|issue))(?: then| exactly| actually)?$/,
    'what broke',
  ],
  [
    'released',
    /^(?:which|what)(?: one| version)?(?: (?:was|is) (?:it|that))?$|^to (?:which|what)(?: one| version)?$/,
    'when was that deployed',
  ],
  [
    'counted',
    /^still (?:happening|ongoing|failing)$|^(?:is|are) (?:it|that|they) still happening$/,
    'is it still going on',
  ],
  ['listed', new RegExp(`^(?:did|has|have) ${IT} (?:stop|stopped|end|ended|stopped now)$`), 'when was the last one'],
  [
    'trouble',
    new RegExp(`^(?:which|what) (?:service|component|app|application)(?: (?:is|was) ${IT})?$`),
    'which service broke',
  ],
  [
    'trouble',
    new RegExp(
      `^(?:(?:is|was) ${IT} (?:serious|bad|critical|severe)|how (?:serious|severe|critical)(?: (?:is|was) ${IT})?)$`,
    ),
    'how bad is it',
  ],
  [
    'trouble',
    /^(?:show (?:me )?)?(?:a|one|any|an example) trace(?: (?:of|for) (?:it|that))?$/,
    'show me a failed request',
  ],
]

/** The follow-up in plainer words; as it was where it is none of these. */
export function plainTurn(question: string, previous: Pick<Previous, 'plan'> | undefined): string {
  if (previous === undefined || question.length > CHARS_MAX) return question
  const said = bareMove(question.toLowerCase())
  const behind = behindOf(previous.plan)
  const [, form, plain] = TURNS.find(([of, form]) => behind.includes(of) && form.test(said)) ?? []
  return form === undefined || plain === undefined ? question : said.replace(form, plain)
}

/** Also behind a turn that was asked back one of a list is left out, and not meant alone. */
export function withoutOne(question: string, previous: Pick<Previous, 'plan'> | undefined): string {
  if (previous === undefined || question.length > CHARS_MAX || !behindOf(previous.plan).includes('several'))
    return question
  const said = bareMove(question.toLowerCase())
  const [, form, plain] = TURNS.find(([of, form]) => of === 'several' && form.test(said)) ?? []
  return form === undefined || plain === undefined ? question : said.replace(form, plain)
}

const CHARS_MAX = 60

function behindOf(plan: Plan): readonly Behind[] {
  const { intent } = plan
  if (intent === 'measure') {
    const several: readonly Behind[] = plan.groupBy.length > 0 ? ['several'] : []
    if (plan.measure.of === 'records') return ['counted', 'lines', ...several]
    if (plan.measure.of !== 'requests') return ['counted', ...several]
    const isOfFailed = plan.conditions.some((one) => one.on === 'outcome' && one.is === 'failed')
    return [
      'counted',
      ...several,
      plan.groupBy.length === 0 ? 'requests' : 'grouped',
      ...(isOfFailed ? ['failed' as const] : []),
    ]
  }
  if (intent === 'list' || intent === 'patterns') return ['counted', 'listed', 'several']
  if (intent === 'deployments') return ['released']
  if (intent === 'meaning') return ['explained']
  return intent === 'cause' || intent === 'state' || intent === 'timeline' ? ['trouble'] : []
}
