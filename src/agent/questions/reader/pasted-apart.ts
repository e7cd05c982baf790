/**
 * What people paste around a question: alerts, log lines, JSON, stack traces, commands, addresses, ids and what a
 * colleague wrote. It is told from the question by its shape, line by line, and the question is read by itself.
 */

/** A message in two: what is pasted, or said beside the question, and what is asked. */
export interface Apart {
  readonly pasted: string
  readonly asked: string
  /** Whether what stands beside the question is known by its shape; a plain sentence may say what is asked about. */
  readonly isShaped: boolean
  /** Whether the question points at what is pasted: "how many of those". */
  readonly isPointing: boolean
  /** Whether both stand in one line, parted by their sentences alone. */
  readonly isOneLine?: true
}

const CHARS_MAX = 4_000
const LINE_MAX = 1_500

/** Says what is asked, in whatever grammar. */
const ASKS =
  /\?\W*$|^\W{0,3}(?:(?:so|and|but|ok|okay|hey|hm+|now|please|pls|well|just|then|also)[,:]? ){0,3}(?:how|what|whats|what's|which|who|whose|when|whens|where|why|since when|is|are|was|were|does|do|did|has|have|can|could|any|anything|count|number|show|list|give|tell|compare|explain|root cause|cause|reason|meaning|p\d\d|avg|average|mean|median|max|maximum|min|minimum|highest|lowest|peak|longest|slowest|top|sum|total|share|percentage|percent|error rate|rate|requests?|errors?|first|last|latest)\b/i

/** Names of tools that raise alerts, and the words that alerts begin with. */
const OF_ALERT =
  /^\W{0,3}(?:pagerduty|opsgenie|datadog|grafana|alertmanager|prometheus|sentry|zabbix|nagios|new ?relic|splunk|victorops|pingdom|statuspage|slo (?:burn|alert)|alerts?\{|alertname|(?:critical|firing|resolved|triggered|recovered|acknowledged)\b[ :!-])/i
const BRACKETED = /^\[[\w :#./*-]{1,40}\] ?\S/
const TIMED = /^[^\s?]{0,12}\s{0,2}\[?(?:\d{4}[-/]\d\d[-/]\d\d[ tT]\d\d:\d\d|\d\d:\d\d:\d\d[.,]\d)/
/** What glog writes: a level with the day, and the time. */
const GLOG = /^[IWEF]\d{4} \d\d:\d\d:\d\d/
const BRACES = /^[{[].{0,1500}[}\]][,;]?$|^[{[] ?"/
const PAIR = /(?:^|[\s{,(])[\w.-]{1,60}(?:=~?|: ?)"[^"]{0,200}"|(?:^|[\s{,(&?])[A-Za-z][\w.-]{0,60}==?[\w"'./:@%+-]/g
const OF_STACK =
  /^(?:at [\w$.<>/]{2,200}[(:]|file ".{1,200}", line \d|caused by: |\.\.\. \d+ more|traceback \(|thread .{1,40} panicked|note: run with|goroutine \d|[\w.]{2,120}(?:exception|error): )/i
const OF_COMMAND =
  /^(?:[$#>] ?)?(?:curl|wget|kubectl|docker|helm|psql|k6|ab|wrk|dig|openssl|grpcurl|journalctl|tail|grep|ssh|aws|gcloud) \S|^[<>*] ?(?:HTTP\/|[A-Za-z-]{2,40}:)|^HTTP\/\d|^(?:GET|POST|PUT|PATCH|DELETE|HEAD) (?:https?:)?\/\S*(?:$| (?:HTTP\/|->|=>|\d{3}\b))/
const OF_ADDRESS = /^<?https?:\/\/\S{1,1000}>?$|^[\w.-]{0,80}\/\S{1,400}\?\S{1,400}=\S{1,400}$/
const QUERY = /^[a-z_]{2,60}\([^?]{0,400}\{.{0,400}\}.{0,60}\)$/
/** "Urgency: high", "  Last State: Terminated": a name in capitals and its value. */
const HEADER = /^[A-Z][\w-]{1,30}(?: [\w-]{1,20}){0,2}: {0,3}\S/
const YAML = /^[a-z][\w-]{1,30}(?:\.[\w-]{1,30}){0,4}: {0,3}\S{1,200}$/
/** A header that asks: "Count: errors of web". */
const ASKING_HEADER =
  /^(?:how|what|which|who|when|where|why|is|are|was|did|does|count|number|show|list|give|question|q|same|also|compare|p\d\d)\b/i
/** One name with a number in it, or several of them. */
const IDS = /^(?:[\w:./-]{0,60}\d[\w:./-]{0,60})(?:[,;]? [\w:./-]{0,60}\d[\w:./-]{0,60}){0,8}[,;]?$/
const OF_QUOTE = /^(?:>|\|) ?\S/
/** `Hiro (sales): "…"`, "kai: impressions look …", "jonas [22:14]: …", `Account manager writes: "…"` */
const OF_CHAT =
  /^@?[\p{L}][\p{L}'-]{1,30}(?: [\p{L}#@'-]{1,20}){0,2}(?: ?\([^()]{1,40}\))?(?: ?\[[\d: apm]{2,12}\])?(?: (?:again|here|now|writes|wrote|says|said|asks|asked|note))?(?:, note)? ?(?:: ?|> ?)["'\u201c]?\S/u
/** What a colleague is not called. */
const IS_LEAD = /^\W{0,3}(?:for|from|in|of|on|at|by|with|during|since|between|question|status|two things|so|per)\b/i
/** "(somebody saw that)", "see https://…": talk, or a place to read on. */
const OF_TALK = /^\([^()]{3,200}\)$|\bsee (?:the )?(?:\w{2,20} )?https?:\/\/\S{1,400}$|^@[\w.-]{2,40}$/i

/** Points at what is pasted. */
const POINTS =
  /\b(?:this|these|(?<!\b(?:not|except|than|without) )those|them|such|its|it|they|here|above|same|there(?= ?\W*$)|in there|that(?= ?(?:[?.!,]|$| (?:one|line|message|error|alert|request|record|true|new|bad|normal|related|happen\w*|again|still|started|begin|began|fix\w*|time|kind|trace|log)\b)))\b|\b(?:is|was|does|did|like|of|after|before|about|caused|causes|behind|explain|mean) that\b/i
/** Asks nothing by itself: "why", "since when", "how often in the last hour", "count pls, between 22:50 and 23:10". */
const BARE =
  /^\W*(?:(?:so|and|but|ok|please|pls|just) )*(?:why|when|since when|how (?:often|many|come|much|long)(?: times)?|count|number|total|(?:root )?cause|reason|meaning|explain|where|who|when (?:was|is|were) the (?:very )?(?:first|last|earliest|latest)(?: (?:ones?|time|of (?:these|those|them)))?|thoughts|any ideas?|ideas|is (?:bad|new|normal))(?: (?:please|pls|plz|total|in all|altogether|exactly|though|exactly))*(?:[, ]+(?:in|since|between|from|during|over|last|today|the last|now|so far)\b[^?]{0,60})?[\s?.!]*$/i

/** The message in two; null where nothing of it is known to be pasted, or nothing is asked beside it. */
export function pastedApart(message: string): Apart | null {
  if (message.length > CHARS_MAX) return null
  const lines = message
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length > 1 ? ofLines(lines) : ofOneLine(lines[0] ?? '')
}

function ofLines(lines: readonly string[]): Apart | null {
  const shaped = lines.map(isShaped)
  const isAsked = lines.map((line, at) => shaped[at] === false && ASKS.test(line))
  // "Ads returned in the last 10 minutes": what stands below what is pasted asks, without a word that says so.
  const below = lines.length - 1
  if (!isAsked.some(Boolean) && shaped.filter((is) => !is).length === 1 && shaped[below] === false)
    isAsked[below] = true
  if (!isAsked.some(Boolean)) return null
  const first = isAsked.indexOf(true)
  const last = isAsked.lastIndexOf(true)
  const asked = lines.filter((_, at) => at >= first && at <= last && shaped[at] === false).join('\n')
  const beside = lines.filter((_, at) => at < first || at > last || shaped[at] === true)
  if (beside.length === 0 || !/[\p{L}\p{N}]/u.test(asked)) return null
  const isKnown = lines.every((_, at) => (at >= first && at <= last) || shaped[at] === true || isBetween(shaped, at))
  return apart(beside.join('\n'), asked, isKnown && shaped.some(Boolean))
}

/** A line of no shape of its own between two that are pasted belongs to them. */
function isBetween(shaped: readonly boolean[], at: number): boolean {
  return shaped.slice(0, at).includes(true) && shaped.slice(at + 1).includes(true)
}

const JSON_FIRST = /^(\{[^?]{4,1500}\})[\s,;:-]+(\S.{2,300})$/
const ADDRESS_FIRST = /^(https?:\/\/\S{4,800})[\s,;:-]{1,4}(\S.{2,300})$/
const CHAT_FIRST = /^([\p{L}][^":?]{1,40}: ?"[^"]{3,400}")[\s,;:.-]+(\S.{2,300})$/u
const BRACKET_FIRST = /^(\[(?:alert|firing|resolved|triggered|p\d)[^\]]{0,20}\][^?]{3,300}[.!\u2013-]) ([^.!]{4,200})$/i
/** "The demand team wants a table. How many timeouts?", "for the doc: how many …": the last of it asks. */
const SENTENCE_FIRST = /^([^?]{6,300}[.!])\s+([^.!?][^?]{5,250}\?*)\W*$/
const LEAD_FIRST = /^([^:?"]{3,60}(?<!\d)): ?(\S[^:]{5,250})$/

function ofOneLine(line: string): Apart | null {
  for (const [shape, isKnown] of [
    [JSON_FIRST, true],
    [ADDRESS_FIRST, true],
    [CHAT_FIRST, true],
    [BRACKET_FIRST, true],
    [SENTENCE_FIRST, false],
    [LEAD_FIRST, false],
  ] as const) {
    const [, pasted = '', asked = ''] = shape.exec(line) ?? []
    if (pasted !== '' && ASKS.test(asked) && (isKnown || !ASKS.test(pasted)))
      return { ...apart(pasted, asked, isKnown), ...(isKnown ? {} : { isOneLine: true as const }) }
  }
  return null
}

function apart(pasted: string, asked: string, isShaped: boolean): Apart {
  return { pasted, asked, isShaped, isPointing: POINTS.test(asked) || BARE.test(asked) }
}

/** Whether a line is pasted by its shape. */
function isShaped(line: string): boolean {
  if (line.length > LINE_MAX) return true
  const text = line.trim()
  if (/\?\W{0,3}$/.test(text) && !/^[{[]/.test(text)) return OF_CHAT.test(text) && isSpeech(text)
  if (
    [OF_ALERT, BRACKETED, TIMED, GLOG, BRACES, OF_STACK, OF_COMMAND, OF_ADDRESS, QUERY, IDS, OF_QUOTE, OF_TALK].some(
      (shape) => shape.test(text),
    )
  )
    return true
  if (HEADER.test(text) && !ASKING_HEADER.test(text)) return true
  if (ASKS.test(text)) return false
  const pairs = text.match(PAIR) ?? []
  return pairs.length > 0 || YAML.test(text) || (OF_CHAT.test(text) && !IS_LEAD.test(text))
}

/** A question that a colleague is cited with: `lena: "are they down?"` */
function isSpeech(text: string): boolean {
  return /^[^":]{2,60}: ?["\u201c].{2,400}["\u201d]\W{0,3}$/.test(text)
}

/** `"key": value`, `key=value`, `?key=value`: what a paste has by name. */
const NAMED = /["{\s,(?&]?([A-Za-z][\w.-]{0,60})"?(?:=~?|: ?)(?:"([^"]{1,120})"|([\w./:@#-]{1,120}))/g
const NAMED_MAX = 40
/** A thing has one of these; a trace has more digits, and a time more marks. */
const ID = /^#?(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]{3,39}$/

function namedIn(pasted: string): { key: string; value: string }[] {
  return [...pasted.matchAll(NAMED)].slice(0, NAMED_MAX).map(([, key = '', quoted, plain = '']) => ({
    key: key.toLowerCase(),
    value: quoted ?? plain,
  }))
}

const IS_WHAT = /\b(?:what(?:'?s| is| was)|explain) (?:this|that|it)(?: about| all about)?\W*$/i
/** "Count pls, between 22:50 and 23:10": of what is pasted. */
const BARE_COUNT =
  /^\W*(?:(?:and|so|ok) )?((?:how many(?: times)?|how often|count|number|total)(?: (?:please|pls|plz|in total))?)((?:,? (?:in|since|between|from|during|over|last|today)\b[^?]{0,60})?)[\s?.!]*$/i

function isAlert(pasted: string): boolean {
  return pasted
    .split('\n')
    .some((line) => OF_ALERT.test(line) || /^\[(?:alert|firing|resolved|triggered|p\d)\b/i.test(line))
}

/** An alert that is pasted without a question asks how what it names is: the only service in it, else what broke. */
export function askedByAlert(message: string, services: readonly string[]): string | null {
  const lines = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (message.length > CHARS_MAX || !isAlert(lines.join('\n')) || !lines.every(isShaped)) return null
  const words = new Set(wordsIn(message))
  const [name, ...others] = services.filter((service) => words.has(service))
  return name !== undefined && others.length === 0 ? `is ${name} healthy?` : 'what broke?'
}

function wordsIn(pasted: string): string[] {
  return pasted.slice(0, CHARS_MAX).split(/[\s"'=,;:?&{}()[\]<>]+/)
}

/** Whether the question is about one thing that an address, an id or a few values name, and no line of a log. */
export function isOfThing({ pasted, asked }: Apart): boolean {
  return !isLines(pasted) && /\b(?:this|that) [a-z]{2,30}\b/i.test(asked)
}

/** Whether log lines are pasted, in whatever form. */
function isLines(pasted: string): boolean {
  const isTimed = pasted.split('\n').some((line) => TIMED.test(line) || GLOG.test(line))
  return isTimed || /["\s.]?(?:level|lvl|severity|msg|message)"?[=:]/i.test(pasted)
}

/**
 * The question with what it points at in its place, the surest first: a value under the noun that it says ("this
 * campaign"), the only id, the only service that what is pasted names.
 */
export function pointedAt({ pasted, asked }: Apart, services: readonly string[]): string[] {
  const named = namedIn(pasted)
  const byNoun = asked.replace(/\b(?:this|that) ([a-z][\w-]{2,30})\b/gi, (said, noun: string) => {
    const values = new Set(
      named.filter(({ key }) => key.split(/[._-]/).at(-1) === noun.toLowerCase()).map(({ value }) => value),
    )
    const [value] = values
    return values.size === 1 && value !== undefined ? `${noun} ${value}` : said
  })
  if (byNoun !== asked) return [byNoun]
  if (isAlert(pasted) && IS_WHAT.test(asked)) return ['what broke?']
  const [, before = '', when = ''] = BARE_COUNT.exec(asked) ?? []
  if (before !== '' && !pasted.includes('\n')) return [`how many ${pasted}${when.replace(/^,/, '')}`]
  const words = wordsIn(pasted)
  const ids = new Set(
    words.filter(
      (word) => ID.test(word) && !/^(?:p\d+|v\d.*|[0-9a-f]{16,}|\d{4}-\d\d.*|\d+[a-z]{1,3}|[IWEF]\d{4})$/i.test(word),
    ),
  )
  // Ids in a line are those of one occurrence.
  if (isLines(pasted)) ids.clear()
  const inIt = services.filter((name) => words.includes(name))
  return [ids, new Set(inIt)].flatMap((names) => {
    const [name] = names
    return names.size === 1 && name !== undefined ? inPlace(asked, name) : []
  })
}

function inPlace(asked: string, name: string): string[] {
  const placed = /\b(?:true|right|correct)\b/i.test(asked)
    ? asked
    : asked.replace(
        /\b(?:(?:this|that) (?:one|thing|service|id)|(?:this|it)(?= ?[?.!,]| ?$| \w{2,20}ed\b| again\b| still\b| now\b))\b/i,
        name,
      )
  return placed === asked ? [] : [placed]
}
