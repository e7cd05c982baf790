/**
 * Questions for the effect of a moment on a thing: "are merges affected as well?", "did the release make previews
 * faster?", "did the restart lose any orders?", "were there more declines during the outage?". Each is taken apart into
 * what is measured (what fails, how long it takes, how many there are), the thing, and the moment whose two sides are
 * compared. The words that stand for the thing are read elsewhere.
 */

const CHARS_MAX = 160
const TROUBLE_NOUN =
  '(?:incident|outage|trouble|problems?|issues?|failures?|disruption|downtime|crash|mess|breakdown|blackout|errors?)'

export type Quantity = 'failed' | 'duration' | 'number'

export interface EffectAsked {
  readonly of: Quantity
  /** Whether a yes means that it is less since then: "faster", "better", "fewer". */
  readonly isDown: boolean
  /** As it was said; empty for anything there is, null for what the thread is about. */
  readonly thing: string | null
  readonly moment: MomentSaid
  /** Somebody says that nothing works, which a part that fails neither proves nor denies. */
  readonly isClaim?: boolean
  /** Somebody says that it did not fail: its requests tell, whether any of them failed or not. */
  readonly isUnharmed?: boolean
}

/** The thread says which moment it is, where the question does not. */
const TO_DO_WITH = new RegExp(
  `^(?:(?:did|does|do|has|have) (?:it|that|this|(?:the |our |all )*(?:[a-z][\\w-]* ){0,3}?${TROUBLE_NOUN}) (?:have |got |had )?(?:anything |something |much )?to do with|(?:is|was) (?:it|that|this|the (?:[a-z][\\w-]* ){0,3}?${TROUBLE_NOUN}) (?:related|connected|linked|due) (?:to|with)) (.{3,70}?)$`,
)

/** "Did it have to do with the release of web": the change that trouble is put down to; null of any other question. */
export function blamedIn(cleanText: string): string | null {
  const said = TO_DO_WITH.exec(plainClause(cleanText))?.[1]
  if (said === undefined || said.length > CHARS_MAX) return null
  return momentOf(said)?.kind === 'release' ? said : null
}

export interface MomentSaid {
  readonly kind: 'incident' | 'release' | 'restart' | 'event' | 'thread'
  readonly said: string
}

const LEAD =
  /^(?:(?:so|and|but|ok|okay|hey|hm+|well|also|then|now|again|please|pls|just|tell me|do you know|do we know|can you (?:see|tell|check)(?: me)?|i wonder|any idea|if|whether)[, ]+)+/
const TAIL =
  /(?:[, ]+(?:too|as well|also|at all|then|tonight|today|by any chance|by now|or not|maybe|perhaps|really|actually|please|pls|somehow|in any way|much|a lot|(?:is )?(?:that )?(?:true|right|correct)))+$/
const ADVERB =
  '(?:(?:also|too|as well|still|really|actually|just|even|now|any|much|a lot|a bit|a little|far|noticeably|significantly|somehow|badly|in any way|at all|been|being|that|all|suddenly) )*'
const DET = '(?:(?:the|our|their|its|this|that|these|those|any|some|all|a|an|more|other) )*'
const BE = '(?:is|are|was|were|did|do|does|has|have|got|get)'
const VERSION = 'v?\\d{1,4}\\.\\d{1,4}(?:\\.\\d{1,6}){0,2}'
const HURT = '(?:affected|hit|hurt|harmed|impacted|touched|disturbed|disrupted|damaged|struck|dragged down|caught)'
const SLOWER = '(?:slower|sluggish|laggier|longer)'
const FASTER = '(?:faster|quicker|snappier|speedier)'
const SPEED = `(?:${SLOWER}|${FASTER})`
const PREPOSITION =
  '(?:since|after|with|by|from|through|because of|due to|thanks to|during|in|under|on|while|following|as a result of)'
const HARM =
  '(?:break|broke|broken|lose|lost|cost|hit|affect(?:ed)?|hurt|harm(?:ed)?|impact(?:ed)?|damage[d]?|disturb(?:ed)?|disrupt(?:ed)?|interrupt(?:ed)?|drop(?:ped)?)'
const US = '(?:(?:us|them|people|anyone|anybody|users|customers) )?'
const END = '$'

interface Form {
  readonly form: RegExp
  readonly read: (found: readonly string[]) => EffectAsked | null
}

const FORMS: readonly Form[] = [
  {
    // "Did the release make previews any faster".
    form: new RegExp(
      `^(?:did|does|has|have|is|are) (.{3,70}?) (?:really |actually )?(?:make|made|making|get|gotten|got) (?:(.{1,60}?) )?${ADVERB}(${SPEED})${END}`,
    ),
    read: ([agent = '', thing = '', speed = '']) =>
      thing === '' ? null : effect('duration', isFast(speed), thing, momentOf(agent)),
  },
  {
    // "Did the release slow down check-ins", "did it speed up previews".
    form: new RegExp(
      `^(?:did|does|has|have|is|are) (.{3,70}?) (?:really |actually )?(slow|slowed|slowing|speed|speeded|sped|speeding)(?: (down|up))? (.{2,60}?)(?: (?:down|up))?${END}`,
    ),
    read: ([agent = '', verb = '', , thing = '']) => effect('duration', verb.startsWith('sp'), thing, momentOf(agent)),
  },
  {
    // "Is the new release to blame for it being slower".
    form: new RegExp(
      `^(?:is|was|are|were|could|can) (.{3,70}?) (?:be )?(?:to blame|responsible|at fault|the reason|the cause|why|behind)(?: (?:for|of|that|why))? (.{1,60}?) (?:is|are|was|were|being|getting|got|gets|became|becoming) ${ADVERB}(${SPEED})${END}`,
    ),
    read: ([agent = '', thing = '', speed = '']) => effect('duration', isFast(speed), thing, momentOf(agent)),
  },
  {
    // "Are suggestions slower since 8.4.0", "did it get slower with the release", "it feels slower since 8.4.0".
    form: new RegExp(
      `^(?:(?:${BE}) )?(.{1,70}?) (?:(?:is|are|was|were|has|have|get|gets|getting|got|gotten|become|became|becoming|feels?|felt|seems?|seemed|looks?|looked|take|takes|taking|been) )*${ADVERB}(${SPEED})(?: (?:now|again|ever))? ${PREPOSITION} (.{3,70}?)${END}`,
    ),
    read: ([thing = '', speed = '', moment = '']) => effect('duration', isFast(speed), thing, momentOf(moment)),
  },
  {
    // "Did the other calls get slower as well", "is it faster now" behind a release.
    form: new RegExp(
      `^(?:${BE}) (.{1,70}?) (?:(?:get|gets|getting|got|gotten|become|became|becoming|been) )?${ADVERB}(${SPEED})(?:,? (?:now|again|too|also|as well|since then|since|after that|afterwards|than before))?${END}`,
    ),
    read: ([thing = '', speed = '']) => effect('duration', isFast(speed), thing, { kind: 'thread', said: '' }),
  },
  {
    // "Did the restart lose us any refunds", "did the repack break anything".
    form: new RegExp(
      `^(?:did|does|has|have) (.{3,70}?) (?:really |actually |also )?${HARM}(?: ${US}(.{2,60}?))?${END}`,
    ),
    read: ([agent = '', thing = '']) => harm(agent, thing),
  },
  {
    // "Are merges affected", "were payments hit by the outage".
    form: new RegExp(
      `^(?:${BE}) (.{2,70}?) ${ADVERB}${HURT}(?:,? (?:too|also|as well))?(?: ${PREPOSITION} (.{2,70}?))?${END}`,
    ),
    read: ([thing = '', moment = '']) =>
      effect('failed', false, thing, moment === '' ? { kind: 'incident', said: '' } : momentOf(moment)),
  },
  {
    // "Were there more declines during the outage than before".
    form: new RegExp(
      `^(?:is|are|was|were|did|do) (?:there|we (?:see|have|get)) ${ADVERB}(more|fewer|less) (.{2,60}?) (?:during|since|after|in|with|under) (.{3,60}?)(?: than (?:before|earlier|normal(?:ly)?|usual)(?: (?:it|that))?)?${END}`,
    ),
    read: ([how = '', thing = '', moment = '']) => effect('number', how !== 'more', thing, momentOf(moment)),
  },
]

/** What is asked for of which thing, on both sides of which moment; null of any other question. In small letters. */
export function effectAsked(cleanText: string): EffectAsked | null {
  const text = plainClause(cleanText)
  if (text.length > CHARS_MAX || /["`\n]/.test(text)) return null
  for (const { form, read } of FORMS) {
    const found = form.exec(text)
    const asked = found === null ? null : read(found.slice(1))
    if (asked !== null) return asked
  }
  return null
}

/** Without what introduces a question and what only nods at its end. */
function plainClause(cleanText: string): string {
  return cleanText
    .trim()
    .replace(/[\s?.!,]{1,10}$/, '')
    .replace(LEAD, '')
    .replace(TAIL, '')
}

const IS_FAST = new RegExp(`^${FASTER}$`)

function isFast(speed: string): boolean {
  return IS_FAST.test(speed)
}

/** A clause of its own, another question word or a list of things is no thing. */
const NO_THING =
  /\b(?:who|which|what|how|why|when|where|whose|because|if|there|else|others?|only|than|or)\b|^(?:everything|everyone|everybody|all|we|you|services?)$/
const IT = /^(?:it|that|this|they|them|those|these)$/
const ANYTHING =
  /^(?:any ?thing|something|any|us|things?|stuff|any ?(?:one|body)|(?:any )?(?:requests?|calls?|traffic|data|users|customers|people))$/

function effect(of: Quantity, isDown: boolean, said: string, moment: MomentSaid | null): EffectAsked | null {
  const thing = withoutDeterminers(said)
  if (moment === null || moment.kind === 'event') return null
  if (NO_THING.test(thing)) return null
  return { of, isDown, thing: IT.test(thing) ? null : thing, moment }
}

/** What a moment did to a thing; of a thing that lost something itself, the incident is the moment. */
function harm(agent: string, object: string): EffectAsked | null {
  const moment = momentOf(agent)
  const lost = withoutDeterminers(object)
  if (NO_THING.test(lost) && lost !== '') return null
  const isAny = lost === '' || ANYTHING.test(lost)
  if (moment === null) return null
  if (moment.kind !== 'event') return { of: 'failed', isDown: false, thing: isAny ? '' : lost, moment }
  // "Did the repack break anything" has an event, "did market lose any departures" a thing of its own.
  if (/^(?:the|our|this|that|its) /.test(agent) && object !== '')
    return { of: 'failed', isDown: false, thing: isAny ? '' : lost, moment }
  const own = withoutDeterminers(agent)
  if (NO_THING.test(own) || IT.test(own)) return null
  return {
    of: 'failed',
    isDown: false,
    thing: isAny ? own : `${lost} for ${own}`,
    moment: { kind: 'incident', said: '' },
  }
}

const LEADING_DET = new RegExp(`^${DET}`)

function withoutDeterminers(said: string): string {
  return said.trim().replace(LEADING_DET, '').trim()
}

const RELEASE =
  /\b(?:release|rollout|roll-out|deploy|deployment|upgrade|update|version|build|rollback)(?: (?:of|to) [\w.-]+| v?\d[\w.-]*)?$/
const ENDS_IN_VERSION = new RegExp(`(?:^| )${VERSION}$`)
const RESTART = /\b(?:restart|reboot|bounce|eviction|drain|shutdown|recycling|respawn)(?: of [\w. -]+)?$/
const TROUBLE = new RegExp(`\\b${TROUBLE_NOUN}$`)
const NEW_OF = /^(?:the |our )?(?:new|newest|latest) [a-z][\w-]*$/

/** The kind of moment that a phrase names; null of a phrase that points back or names a time. */
export function momentOf(phrase: string): MomentSaid | null {
  const said = phrase.trim()
  if (/\b(?:it|them|they|there|who|what|which|we)\b/.test(said) || /\b\d{1,2}:\d\d\b/.test(said)) return null
  if (RELEASE.test(said) || ENDS_IN_VERSION.test(said) || NEW_OF.test(said)) return { kind: 'release', said }
  if (RESTART.test(said)) return { kind: 'restart', said }
  if (TROUBLE.test(said)) return { kind: 'incident', said }
  return said.length < 2 ? null : { kind: 'event', said }
}

const VERSION_AT_END = new RegExp(`(?:^| )(${VERSION})$`)

/** The version that a phrase names; null for any other. */
export function versionIn(said: string): string | null {
  return VERSION_AT_END.exec(said)?.[1]?.replace(/^v/, '') ?? null
}

const CLAIM = '^(?:the )?([\\w.-]{2,40}) (?:says?|claims?|reports?|complains?|thinks?|told us|said)(?: that)? '
const IS_TRUE = '[,;.:]? (?:is|are) (?:that|it|this|they) (?:true|right|so|correct|the case|really so)$'
const UNABLE = new RegExp(
  `${CLAIM}(?:(?:they|it|he|she|people|users|customers) (?:can ?not|can't|cant|could not|couldn't|are unable to|are not able to|can no longer)|(?:nobody|no one|none of (?:them|their [a-z]+)) (?:can|could|is able to)) ([a-z][a-z -]{2,50}?)(?: any ?more)?${IS_TRUE}`,
)
const NOTHING = new RegExp(
  `${CLAIM}(?:they|it|he|she) (?:get|got|receive|received|see|saw|have|had|are getting)(?: \\w+)?? no (?:more )?([a-z][a-z -]{2,40}?)(?: any ?more)?${IS_TRUE}`,
)

/** "Acme says nobody can book, is that true?": whether that fails for them; null of any other. */
export function unableSaid(cleanText: string): EffectAsked | null {
  const [, who, verb = ''] = UNABLE.exec(plainEnd(cleanText)) ?? []
  if (who === undefined || cleanText.length > CHARS_MAX) return null
  const [first = '', ...rest] = verb.split(' ')
  const doing = [`${first.replace(/(?<=[^aeiou])e$/, '')}ing`, ...rest].join(' ')
  const moment: MomentSaid = { kind: 'incident', said: '' }
  return { of: 'failed', isDown: false, thing: `${doing} for ${who}`, moment, isClaim: true }
}

/** "Acme says they get no webhooks, is that true?": who gets none of what; null of any other. */
export function nothingSaid(cleanText: string): { readonly who: string; readonly thing: string } | null {
  const [, who, thing] = cleanText.length > CHARS_MAX ? [] : (NOTHING.exec(plainEnd(cleanText)) ?? [])
  return who === undefined || thing === undefined ? null : { who, thing }
}

function plainEnd(cleanText: string): string {
  return cleanText
    .trim()
    .replace(/[\s?.!,]{1,10}$/, '')
    .replace(LEAD, '')
}
