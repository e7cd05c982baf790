/** Values and restrictions of a project that look like grammar, put so that the reader takes them for what they are. */
import { type Catalogue, CLASS_VALUES_MAX, isClassValue } from '../grounding/catalogue.ts'
import { SEVERAL_PEOPLE } from '../vocabulary/people.ts'
import { lemmaOf } from './words.ts'

/** Words for a whole system that are values of some projects, where they stand at the end of what is said of something. */
const WHOLE =
  /\b(on|via|through|over|from|using|by|with|is|are|was|were) (?:the |our |an? )?(app|application|shop|store|site|website|portal|platform|system|web)(?=\W*$|[,?]| (?:since|between|before|after|during|in the|over the|today|yesterday|at|or)\b)/gi

/** The message with the keys of such values, with what a service said as its lines, and with no group of who did it. */
export function withPlainValues(message: string, catalogue: Catalogue): string {
  if (/["`\n]/.test(message) || message.length > 400) return message
  const held = withHeldThings(message, catalogue)
  const done = withoutAgents(withKeys(withShortMessages(held, catalogue), catalogue))
  return saidAbout(withDoers(done, catalogue), catalogue)
}

/** "Orders by the university hospital" where `hospital` is `university`: that one's, and no number for each hospital. */
export function withDoers(message: string, { values }: Pick<Catalogue, 'values'>): string {
  return message.replace(
    /\bby (?:the |our )?([a-z][\w-]{1,30}) ([a-z]{3,20})\b/gi,
    (said, value: string, noun: string) => {
      const lemma = lemmaOf(noun.toLowerCase())
      const known = values.find(
        (one) =>
          one.scope === 'attribute' &&
          isClassValue(one, value.toLowerCase()) &&
          one.key.toLowerCase().split(/[._-]/).includes(lemma),
      )
      return known === undefined ? said : `with ${known.key} ${value}`
    },
  )
}

const HOLDS =
  /\b(with|having|carrying|without|with no|having no) (?:an? |any )?([a-z][a-z-]{2,24})(?=\W*$|[,?]| (?:that|which|who|fail\w*|were|was|are|is|did|have|had|on|in|at|for|since|between|before|after|per|by|and|over)\b)/gi
const NONE = /^(?:none|no|nothing|null|n\/a)$/i

/** "Bookings with a truck" where `vehicle.type` of requests is `truck`, whatever lines say of trucks. */
function withValue(said: string, noun: string, values: Catalogue['values']): string {
  const lower = noun.toLowerCase()
  const found = values.filter(
    (known) => known.signal === 'spans' && known.scope === 'attribute' && isClassValue(known, lower),
  )
  const [only, more] = new Set(found.map(({ key }) => key))
  return only === undefined || more !== undefined || !/^with an? /i.test(said) ? said : `with ${only} ${noun}`
}

/** "Bookings with a vehicle" where `vehicle.type` of those without one is `none`: the ones with another value. */
function withHeldThings(message: string, { values }: Catalogue): string {
  return message.replace(HOLDS, (said, joint: string, noun: string) => {
    const lemma = lemmaOf(noun.toLowerCase())
    const known = values.find(
      ({ key, scope, values: all }) =>
        scope === 'attribute' &&
        all.length > 1 &&
        all.length <= CLASS_VALUES_MAX &&
        key.toLowerCase().split(/[._-]/)[0] === lemma &&
        all.some(({ value }) => NONE.test(value)),
    )
    const none = known?.values.find(({ value }) => NONE.test(value))?.value
    if (known === undefined || none === undefined) return withValue(said, noun, values)
    return /^(?:with|having|carrying)$/i.test(joint) ? `with ${known.key} != ${none}` : `with ${known.key} ${none}`
  })
}

/** "Text messages" of lines that say so, or where a value is called `sms`: neither texts nor messages of lines. */
function withShortMessages(message: string, { values, templates }: Catalogue): string {
  const isKnown = values.some((known) => isClassValue(known, 'sms'))
  if (isKnown) return message.replace(/\btext messages?\b/gi, 'sms')
  const isSaid = templates.some(({ tokens }) =>
    tokens.some((one, at) => one === 'text' && tokens[at + 1] === 'message'),
  )
  return isSaid ? message.replace(/\b(how many|number of|count of) text messages?\b/gi, '$1 "text message"') : message
}

/** "How much of the traffic is app" where `app.channel` is `app`: the value, and no word for the system. */
function withKeys(message: string, { values, services }: Catalogue): string {
  return message.replace(WHOLE, (said, before: string, word: string) => {
    const lower = word.toLowerCase()
    const known = values.find(
      ({ scope, signal, values: all }) =>
        scope === 'attribute' &&
        signal === 'spans' &&
        all.length <= CLASS_VALUES_MAX &&
        all.some(({ value }) => value.toLowerCase() === lower),
    )
    const isCalled = services.some(({ name }) => name.toLowerCase() === lower)
    const isSaid = known !== undefined && message.toLowerCase().includes(known.key.toLowerCase())
    return known === undefined || isCalled || isSaid ? said : `${before} ${known.key} ${word}`
  })
}

/** "Requests by clients still on build 1.57": who sent them restricts, and is no group. */
function withoutAgents(message: string): string {
  return message.replace(
    /\bby (?:the |our |those |all )?(clients|users|customers|people|players|members|visitors|guests|tenants|accounts|devices|drivers|riders|patients|readers|students|subscribers|shoppers) (?:(?:who|that|which) (?:are|were|is) |(?:still|currently|already|only|running) )+(on|with|using|from|in|running) /i,
    'by $1 $2 ',
  )
}

const OF_HOLDERS = new RegExp(
  `\\b((?<!\\b(?:number|count|numbers|counts|share|percentage|many|each|all|any|some|one|none|most|half) )(?:for|of|from|by) )([a-z][\\w-]{1,30}) ${SEVERAL_PEOPLE}\\b`,
  'i',
)
/** Who is counted is no holder. */
const COUNTS_PEOPLE = new RegExp(
  `\\b(?:how many|which|who|distinct|different|unique)\\b(?: \\S{1,30}){0,3}? ${SEVERAL_PEOPLE}\\b`,
  'i',
)

/** "Failed checks for unity members": the value restricts the checks, and who has it is no further thing. */
export function withoutHolders(message: string, { values }: Pick<Catalogue, 'values'>): string {
  if (message.length > 400 || COUNTS_PEOPLE.test(message)) return message
  return message.replace(OF_HOLDERS, (said, before: string, value: string) => {
    const isKnown = values.some((known) => isClassValue(known, value.toLowerCase()))
    return isKnown ? `${before}${value}` : said
  })
}

/** "What did depot-stock say about etcd": its lines that say so. */
function saidAbout(message: string, { services, templates }: Catalogue): string {
  const found =
    /^\W*(?:so |and |but |ok |hey )*what (?:did|does|do|has|have|was|is) (?:the )?([a-z][\w.-]{1,60}) (?:say|said|saying|log|logged|logging|write|written|writing|print|report|reported|reporting|complain|complained|complaining|tell us|mention|mentioned) (?:about|on|regarding|of|concerning) (?:the |its |our )?([a-z][\w.-]{1,40})((?: (?:since|between|before|after|during|in the|over the|around|at|today|yesterday)\b.{0,60})?)\W*$/i.exec(
      message,
    )
  const [, name = '', word = '', when = ''] = found ?? []
  const service = services.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (service === undefined) return message
  // Lines may say it in the singular.
  const told = [word, lemmaOf(word)].find((form) => templates.some(({ tokens }) => tokens.includes(form.toLowerCase())))
  return `show log lines of ${service.name} that say "${told ?? word}"${when}`
}
