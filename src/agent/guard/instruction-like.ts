/**
 * Whoever can make a service log a line can write telemetry. So telemetry is data to every model, never an order. This
 * flags text in tool results that reads like an order to an assistant. Flagging alone protects nobody (none of our
 * tools changes anything, and prompts mark the content as data); it shows a reader that somebody tried.
 */

export interface SuspiciousText {
  /** Where in the result, such as `records[3].body`. */
  readonly path: string
  readonly kind: SuspicionKind
  readonly excerpt: string
}
export type SuspicionKind =
  | 'override'
  | 'role_play'
  | 'prompt_probe'
  | 'chat_markup'
  | 'addressed_order'
  | 'tool_order'
  | 'exfiltration'
  | 'verdict'
  | 'hidden_text'

/**
 * What a text of ASCII must hold to meet a rule: one of these whole words, or one of these signs. Rules cost per
 * character, so only those that a text can meet are run; null runs it on every text.
 */
interface Needs {
  readonly words: readonly string[]
  readonly signs: string
}

const needs = (words: string, signs = ''): Needs => ({ words: words.split(' '), signs })

/** As `system:` and `SystemPrompt:` begin a line, behind a written-out `\\n` too. */
const ROLES_BEFORE_COLON = ['system', 'assistant', 'human', 'developer']
  .flatMap((role) => [role, `${role}prompt`, `${role}message`])
  .flatMap((word) => [word, `n${word}`])
  .join(' ')

const RULES: readonly (readonly [SuspicionKind, Needs | null, RegExp])[] = [
  [
    'override',
    needs('ignore disregard forget override bypass discard skip'),
    /\b(?:ignore|disregard|forget|override|bypass|discard|skip)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|the|these|former|system)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|context|messages?|directives?|orders?|training|safety|everything)\b/i,
  ],
  [
    'override',
    needs('new updated revised real actual following'),
    /\b(?:new|updated|revised|real|actual|following)\s+(?:system\s+)?(?:instructions?|directives?|orders?|prompt)\b\s*(?::|follow|are|apply|from|-)/i,
  ],
  [
    'override',
    needs('ignorier ignoriere vergiss missachte ignora ignore ignorar ignorer olvida ignorez oubliez dimentica'),
    /\b(?:ignoriere?|vergiss|missachte)\b.{0,40}\b(?:anweisungen|regeln|befehle)\b|\b(?:ignor[ae]r?|olvida|ignorez|oubliez|ignora|dimentica|esque\u00e7a)\b.{0,40}\b(?:instruc\w+|istruzioni|consignes|r\u00e8gles|reglas)\b|\u5ffd\u7565.{0,12}(?:\u6307\u4ee4|\u6307\u793a|\u63d0\u793a)|(?:\u6307\u793a|\u547d\u4ee4).{0,8}\u7121\u8996|\u0438\u0433\u043d\u043e\u0440\u0438\u0440\u0443\u0439.{0,40}(?:\u0438\u043d\u0441\u0442\u0440\u0443\u043a\u0446|\u0443\u043a\u0430\u0437\u0430\u043d)/iu,
  ],
  [
    'role_play',
    needs('you u act behave respond pretend roleplay role from mode jailbreak jailbroken jailbreaked'),
    /\b(?:you are|you're|u r) (?:now|no longer|actually|really|an? (?:ai|assistant|language model|helpful|unrestricted|evil|new))\b|\b(?:act|behave|respond|pretend|roleplay|role-play)\b (?:as|like|to be|that you)\b.{0,60}\b(?:assistant|ai|bot|model|admin\w*|developer|root|dan|engineer|human)\b|\bfrom now on,? (?:you|always|only|respond|answer)\b|\b(?:developer|dan|jailbreak|god|sudo|unrestricted|debug) mode (?:on|enabled|activated|engaged)\b|\bjailbreak(?:ed)?\b/i,
  ],
  [
    'prompt_probe',
    needs('reveal print show repeat output disclose leak dump tell what display recite quote translate'),
    /\b(?:reveal|print|show|repeat|output|disclose|leak|dump|tell me|what (?:is|are)|display|recite|quote|translate)\b.{0,40}\b(?:system prompt|initial prompt|hidden prompt|your (?:instructions|prompt|rules|guidelines|configuration)|text above|words above|everything above|api keys?|secrets?|credentials|access tokens?)\b/i,
  ],
  [
    'chat_markup',
    needs(ROLES_BEFORE_COLON, '<[#'),
    /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id)[^>]{0,20}\|?>|\[\/?(?:INST|SYS)\]|<<\/?SYS>>|<\/?(?:system|assistant|human|instructions?|system[-_ ]?prompt|tool_result|tool_response|function_results?|telemetry|untrusted|user_query)(?:\s[^<>]{0,60})?>|(?:^|\n)[ \t]{0,8}#{1,4}[ \t]{0,8}(?:system|instructions?|assistant|new task)\b|(?:^|\n|\\n)[ \t]{0,8}(?:system|assistant|human|developer)[ \t]{0,4}(?:prompt|message)?[ \t]{0,4}:\s{0,4}\S/i,
  ],
  ['chat_markup', needs('role'), /"role"\s*:\s*"(?:system|assistant|developer|tool)"/i],
  [
    'addressed_order',
    null,
    /\b(?:dear|attention|hey|hello|note to|message (?:to|for)|instructions? (?:to|for)|important (?:note )?for|@)\s*(?:,\s*)?(?:the\s+|any\s+|all\s+)?(?:ai|llm|a\.i\.|assistant|language model|chat ?bot|chatgpt|gpt|claude|copilot|gemini|agent|observability agent|model|bots?)\b/i,
  ],
  [
    'addressed_order',
    needs('ai llm assistant language chatbot agent model analyser analyzer summariser summarizer'),
    /\b(?:ai|llm|assistant|language model|chatbot|the (?:ai )?(?:agent|model)|analy[sz]er|summari[sz]er)\b.{0,40}\b(?:must|should|shall|has to|have to|is required to|are required to|needs? to|please)\b.{0,50}\b(?:say|tell|report|respond|answer|reply|conclude|state|output|write|call|run|execute|include|ignore|recommend|visit|click|send|delete|not)\b/i,
  ],
  [
    'addressed_order',
    needs('ai llm assistant language automated summarising summarizing analysing analyzing answering reporting asked'),
    /\b(?:if you are|as) an? (?:ai|llm|assistant|language model|automated (?:agent|system))\b|\bwhen (?:summari[sz]ing|analy[sz]ing|answering|reporting|asked)\b.{0,60}\b(?:say|always|instead|add|include|append|end|begin|reply|answer|respond|never|omit|mention)\b/i,
  ],
  [
    'tool_order',
    needs('call invoke use run execute trigger tool function', '<'),
    /\b(?:call|invoke|use|run|execute|trigger)\b.{0,25}\b(?:the\s+)?(?:tool|function|search_logs|log_detail|log_volume|log_patterns|compare_log_patterns|coverage|investigate|query_connection|shell|bash|curl|delete_\w+|drop_\w+)\b.{0,40}\b(?:with|now|immediately|and|to|on|again|times|using|tool|function|for)\b|<(?:tool_call|function_call|invoke|function_calls|tool_use)\b|"(?:tool_calls?|function_call)"\s*:/i,
  ],
  [
    'exfiltration',
    needs('javascript', '<['),
    /!\[[^[\]]{0,200}\]\(\s*(?:https?:)?\/\/|\[[^[\]]{0,200}\]\(\s*(?:javascript|data|vbscript):|<(?:script|iframe|img|svg|object|embed|link|meta|style|form|a)\b[^<>]{0,300}(?:src|href|on\w{1,40}|action|style|http-equiv|data|rel)\s*=|<script\b|\bjavascript:\s*\S/i,
  ],
  [
    'exfiltration',
    needs('send post upload forward email mail exfiltrate transmit leak'),
    /\b(?:send|post|upload|forward|e-?mail|exfiltrate|transmit|leak)\b.{0,50}\b(?:conversation|chat history|logs?|secrets?|credentials|tokens?|keys?|data|results?|everything|prompt)\b.{0,40}\b(?:to|at)\s+(?:https?:|\S+@|\S+\.(?:com|net|org|io|xyz|example))/i,
  ],
  [
    'verdict',
    needs(
      'say tell report respond answer reply conclude state write claim confirm announce inform mark correct true real final only do don end begin start finish sign',
    ),
    /\b(?:say|tell|report|respond|answer|reply|conclude|state|write|claim|confirm|announce|inform|mark)\b.{0,40}\b(?:that|with|user|everything|nothing|no|the root cause|root cause)\b.{0,50}\b(?:is (?:fine|healthy|ok|working|not|the|caused|due)|root cause|no (?:incident|errors?|problems?|issues?|anomal\w+)|resolved|all good|was caused|nothing (?:is )?wrong|only|instead|hacked|pwned)\b|\b(?:the )?(?:correct|true|real|final|only) (?:answer|conclusion|verdict) (?:is|must be|should be)\b|\bdo(?:n't| not) (?:tell|mention|report|reveal|inform|show|blame|investigate)\b.{0,60}\b(?:user|operator|anyone|this|error|incident|service|human)\b|\b(?:end|begin|start|finish|sign) (?:your|every|each|the) (?:answer|response|reply|message|output)\b/i,
  ],
]
/** Characters that change how text is shown but are not seen: bidi overrides, zero width, tag characters. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069]|[\u200b-\u200d\u2060\ufeff]{2,}|[\u{e0000}-\u{e007f}]/u

/** One bit per rule, for each word and sign that a rule needs. */
const RULES_BY_WORD = bitsBy((rule) => rule?.words ?? [])
const RULES_BY_SIGN = bitsBy((rule) => [...(rule?.signs ?? '')])
const RULES_OF_ALL = RULES.reduce((bits, [, rule], index) => (rule === null ? bits | (1 << index) : bits), 0)
const ALL_RULES = -1

function bitsBy(keysOf: (rule: Needs | null) => readonly string[]): ReadonlyMap<string, number> {
  const bits = new Map<string, number>()
  for (const [index, [, rule]] of RULES.entries())
    for (const key of keysOf(rule)) bits.set(key, (bits.get(key) ?? 0) | (1 << index))
  return bits
}

const NOT_ASCII = /[^\0-\x7f]/
const WORDS = /[a-z0-9]+/g

/** The rules that a text can meet. Letters of other scripts may stand for any, so such a text is looked at by all. */
function rulesFor(text: string, isAscii: boolean): number {
  if (!isAscii) return ALL_RULES
  let bits = RULES_OF_ALL
  for (const [sign, ofSign] of RULES_BY_SIGN) if (text.includes(sign)) bits |= ofSign
  for (const word of text.toLowerCase().match(WORDS) ?? []) bits |= RULES_BY_WORD.get(word) ?? 0
  return bits
}

const FLAGS_MAX = 20
const EXCERPT_CHARS = 120
/**
 * Of longer texts only the first and last parts are examined: an order hides at an end, and rules cost time per
 * character.
 */
const TEXT_CHARS_MAX = 8000

/** Where in a value: the keys and indexes that lead there, innermost first. Written out for what is flagged alone. */
interface Place {
  readonly parent: Place | null
  readonly step: string | number
}

function pathOf(place: Place | null): string {
  let path = ''
  for (let at = place; at !== null; at = at.parent) {
    const step = typeof at.step === 'number' ? `[${at.step}]` : shortKey(at.step)
    path = `${step}${path === '' || path.startsWith('[') ? '' : '.'}${path}`
  }
  return path
}

/** Finds texts anywhere in a value (keys too) that read like an order; at most 20. */
export function findInstructionLike(value: unknown): SuspiciousText[] {
  const found: SuspiciousText[] = []
  // Rows of a table have the same keys, services and levels again and again.
  const known = new Map<string, Suspicion | null>()
  const suspicion = (text: string): Suspicion | null => {
    if (isHarmless(text)) return null
    const before = known.get(text)
    if (before !== undefined) return before
    const now = suspicionOf(text)
    known.set(text, now)
    return now
  }
  const visit = (item: unknown, place: Place | null): void => {
    if (found.length >= FLAGS_MAX) return
    if (typeof item === 'string') {
      const its = suspicion(item)
      if (its !== null) found.push({ path: pathOf(place), ...its })
    } else if (Array.isArray(item)) {
      for (let step = 0; step < item.length; step += 1) visit(item[step], { parent: place, step })
    } else if (typeof item === 'object' && item !== null) {
      const fields = item as Readonly<Record<string, unknown>>
      for (const step of Object.keys(fields)) {
        const inKey = suspicion(step)
        if (inKey !== null && found.length < FLAGS_MAX) found.push({ path: `${pathOf(place)} (key)`, ...inKey })
        visit(fields[step], { parent: place, step })
      }
    }
  }
  visit(value, null)
  return found
}

function shortKey(key: string): string {
  return /^[\w.-]{1,40}$/.test(key) ? key : 'key'
}

interface Suspicion {
  readonly kind: SuspicionKind
  readonly excerpt: string
}

/** Ids and times: these letters make up no word of any rule. */
const ID_OR_TIME = /^[0-9a-f:.TZ-]+$/

/** Service names such as "ai-gateway" are short words without spaces. Orders are sentences or markup. */
const isHarmless = (text: string): boolean => text.length < 8 || ID_OR_TIME.test(text)

/** The first rule that a text matches, or null. */
export function suspicionOf(text: string): Suspicion | null {
  if (isHarmless(text)) return null
  const looked =
    text.length <= TEXT_CHARS_MAX ? text : `${text.slice(0, TEXT_CHARS_MAX / 2)}\n${text.slice(-TEXT_CHARS_MAX / 2)}`
  // ASCII has no hidden characters and only one form.
  const isAscii = !NOT_ASCII.test(looked)
  const hidden = isAscii ? null : HIDDEN.exec(looked)
  if (hidden) return { kind: 'hidden_text', excerpt: excerptOf(looked, hidden.index) }
  const plain = isAscii ? looked : looked.normalize('NFKC').replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
  // Separators in names and attribute keys are read as spaces, so that "ignore-all-previous-instructions" is found.
  const spaced = plain.replace(/(?<=\w)[_\-.+]+(?=\w)/g, ' ').replace(/%20/g, ' ')
  const candidates = rulesFor(spaced, isAscii)
  for (const [index, [kind, , rule]] of RULES.entries()) {
    if ((candidates & (1 << index)) === 0) continue
    const inPlain = rule.exec(plain)
    const match = inPlain ?? (spaced === plain ? null : rule.exec(spaced))
    if (match) return { kind, excerpt: excerptOf(inPlain ? plain : spaced, match.index) }
  }
  return null
}

function excerptOf(text: string, index: number): string {
  return text
    .slice(Math.max(0, index - 10), index + EXCERPT_CHARS)
    .replace(/[\p{Cc}\p{Cf}\u{e0000}-\u{e007f}]+/gu, ' ')
    .trim()
}
