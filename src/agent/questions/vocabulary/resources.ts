/**
 * What machines, runtimes and consumers measure of themselves: how engineers ask for it, and what metrics call it. The
 * names of metrics are those of OpenTelemetry's conventions, of Prometheus' exporters and of what people write by hand.
 */

export interface Resource {
  /** The quantity as it is named: "cpu load" of "cpu load of pricing". */
  readonly noun?: RegExp
  /** What is counted: "files" of "how many files does pricing have open". */
  readonly things?: string
  /** Who has too little of it left uses more than usual. A pool of connections that is used up is as large as ever. */
  readonly runsOut?: boolean
  /** Whole questions for it, with the group `owner` where it is said whose it is. */
  readonly idioms?: readonly string[]
  /** Whether it is more than it should be. */
  readonly states?: readonly string[]
  /** Several metrics may tell of it, and each is asked. */
  readonly isOfEach?: boolean
  /** Names of its metrics. */
  readonly named: RegExp
  /** Names that are of another quantity all the same. */
  readonly not?: RegExp
}

const OWNER = '(?<owner>[\\w][\\w. -]{0,60}?)'
/** What may stand behind a question for a quantity: its end, or its time. */
const END =
  '(?=\\W*$| (?:right now|now|currently|at the moment|today|in|over|during|since|for|between|at|before|after|from|until|the last|last)\\b)'
/** "Memory errors" and "cpu alerts" are lines, and no readings. */
const NO_LINES =
  '(?! (?:errors?|alerts?|alarms?|warnings?|lines?|logs?|messages?|exceptions?|limits?|leaks?|problems?|issues?|shortage|requests?))'

export const RESOURCES: readonly Resource[] = [
  {
    noun: new RegExp(
      `\\b(?:cpu|processor)(?: (?:load|usage|use|utili[sz]ation|consumption|pressure))?\\b${NO_LINES}`,
      'i',
    ),
    things: '(?:cpu|processor)(?: time)?',
    runsOut: true,
    idioms: [
      `how (?:busy|loaded|hot) (?:is|are|was) (?:the )?(?:cpus?|processors?|cores?) (?:of|on|in|at) ${OWNER}${END}`,
    ],
    named: /cpu/i,
    not: /limit|request|throttl|count|cores$/i,
  },
  {
    noun: new RegExp(
      `(?<!out of )\\b(?:memory|ram)(?: (?:load|usage|use|utili[sz]ation|consumption|footprint|pressure))?\\b${NO_LINES}`,
      'i',
    ),
    things: '(?:memory|ram)',
    runsOut: true,
    named: /memory|(?:^|[._])(?:mem|rss|working_set)(?:[._]|$)/i,
    not: /limit|request|avail|free|total|max|committed|swap|gc/i,
  },
  {
    noun: /\bdisk(?: space)? (?:usage|use|utili[sz]ation|fill)\b/i,
    idioms: [`how full (?:is|are|was) (?:the )?disks? (?:of|on|in|at) ${OWNER}${END}`],
    named: /disk|filesystem/i,
    not: /free|avail|read|write|io|inode|total|limit|operation/i,
  },
  {
    noun: new RegExp(
      `(?<!too many )\\b(?:open (?:files?|file handles?|file descriptors?|handles|descriptors|fds)|file handles?|file descriptors?|fds)\\b${NO_LINES}`,
      'i',
    ),
    things: '(?:files|file handles|handles|file descriptors|descriptors|fds)',
    runsOut: true,
    named: /open_?fds|open[._]?files?|file_?descriptors?|(?:^|[._])fds?(?:[._]|$)/i,
    not: /limit|max/i,
  },
  {
    things: '(?:open |active |used )?(?:db |database |sql )?connections',
    named: /connections?/i,
    not: /limit|max|idle|pending|wait|timeout|error|fail|create|refused|reject|total/i,
  },
  {
    idioms: [
      `how many (?:requests|calls|threads|clients|queries|things) (?:(?:are|were) )?(?:wait|waiting|queue|queued|queuing) for (?:a |an |one |the |free )*(?:db |database |sql )?connections?${END}`,
    ],
    named: /(?:connections?|pool)\S{0,40}(?:pending|wait)|(?:pending|waiting)\S{0,40}connections?/i,
    not: /time|duration|limit|max/i,
  },
  {
    things: '(?:worker |busy )?threads',
    named: /threads?/i,
    not: /limit|max|idle|daemon|peak/i,
  },
  {
    noun: new RegExp(`(?<!is )\\b(?:consumer )?lag\\b${NO_LINES}`, 'i'),
    idioms: [
      `(?:by )?how (?:far|much) (?:is|are|was|were) ${OWNER} (?:(?:lagging|falling|running) )?behind${END}`,
      `how (?:far|much) (?:(?:lagging|running) )?behind (?:is|are|was|were) ${OWNER}${END}`,
      `how (?:late|delayed) (?:is|are|was|were) ${OWNER}${END}`,
    ],
    states: [
      `(?:is|are|was|were) ${OWNER} lagging(?: behind)?${END}`,
      `(?:is|are|was|were) ${OWNER} (?:(?:falling|running|getting) )?behind${END}`,
    ],
    named: /(?:^|[._])(?:lag|delay|behind|staleness)(?:[._]|$)/i,
    not: /limit|max/i,
  },
  {
    states: [
      `(?:is|are) (?:there )?(?:anything|something|messages|events|jobs|tasks|things|work|requests) (?:(?:piling|backing|building|queu(?:e)?ing) up|stuck in (?:a|the|any) queues?|waiting in (?:a|the|any) queues?)(?: (?:anywhere|somewhere))?${END}`,
      `(?:(?:is|are) there )?(?:a|any) (?:backlogs?|backed up queues?|growing queues?)(?: (?:anywhere|somewhere|building up))?${END}`,
    ],
    isOfEach: true,
    named: /queue|backlog|(?:^|[._])(?:lag|pending|waiting|dead_?letters?|dlq|buffered)(?:[._]|$)/i,
    not: /limit|max|capacity|consumers?|duration|rate|bytes/i,
  },
  {
    idioms: [
      `how (?:often|many times) (?:did|has|have) ${OWNER} (?:been )?restart(?:ed)?${END}`,
      `how many restarts (?:(?:did|has|have) ${OWNER} (?:have|had)|(?:of|for|by|on) ${OWNER})${END}`,
    ],
    named: /restarts?(?:_count)?$/i,
  },
  {
    idioms: [
      `how many (?:people|users|visitors|customers|clients) (?:are|were) (?:currently |now |right now |active |online )?(?:on|in|using|logged in(?:to)?|signed in(?:to)?|connected to|browsing) ${OWNER} (?:right now|now|currently|at the moment)${END}`,
    ],
    named:
      /(?:^|[._])(?:sessions?|users?|visitors?|viewers?)(?:[._](?:active|open|online|count|current|connected))?$|(?:active|open)_(?:sessions|users)$/i,
    not: /total|limit|max/i,
  },
]

/** Ways to ask how much of something is used, and by whom. */
const AMOUNTS: readonly (readonly [before: string, behind: string])[] = [
  [
    'how (?:much|many) ',
    ` (?:does|do|did|is|are|has|have) ${OWNER} (?:use|used|using|take|taking|consume|consuming|need|eat|eating|burn|burning|have|hold|holding|keep|got|had)(?: (?:open|up|in use|opened))?${END}`,
  ],
  [
    'how (?:much|many) ',
    ` (?:are|is|were) (?:open|opened|in use|used|taken|active|busy)(?: (?:on|in|at|by|for|of) ${OWNER})?${END}`,
  ],
]
/** A state is asked for by the whole question: "since when is it out of connections" is another one. */
const ASKED = '^(?:(?:so|and|but|hey|ok|then) )*'
/** What stands before the thing of which somebody has too little left. */
const SHORT_OF = `(?:is|are|was|were) ${OWNER} (?:(?:running|getting) )?(?:short of|short on|low on|out of|starved of) `

/** How questions for the amount of each resource, and for its state, are put. */
export const FORMS: ReadonlyMap<Resource, { readonly amounts: readonly RegExp[]; readonly states: readonly RegExp[] }> =
  new Map(
    RESOURCES.map((resource) => {
      const { things = null, runsOut = false, idioms = [], states = [] } = resource
      const amounts = things === null ? [] : AMOUNTS.map(([before, behind]) => `${before}${things}${behind}`)
      const shortages = things === null || !runsOut ? [] : [`${SHORT_OF}${things}${END}`]
      return [
        resource,
        {
          amounts: [...idioms, ...amounts].map((source) => new RegExp(source, 'i')),
          states: [...states, ...shortages].map((source) => new RegExp(`${ASKED}${source}`, 'i')),
        },
      ]
    }),
  )
