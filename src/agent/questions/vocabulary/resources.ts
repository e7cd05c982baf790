/**
 * What machines, runtimes and consumers measure of themselves: how engineers ask for it, and what metrics call it. The
 * names of metrics are those of OpenTelemetry's conventions, of Prometheus' exporters and of what people write by hand.
 */

export interface Resource {
  /** The quantity as it is named: "cpu load" of "cpu load of pricing". */
  readonly noun?: RegExp
  /** What is counted: "files" of "how many files does pricing have open". */
  readonly things?: string
  /** Whole questions for it, with the group `owner` where it is said whose it is. */
  readonly idioms?: readonly RegExp[]
  /** Whether it is more than it should be. */
  readonly states?: readonly RegExp[]
  /** Names of its metrics. */
  readonly named: RegExp
  /** Names that are of another quantity all the same. */
  readonly not?: RegExp
}

const OWNER = '(?<owner>[\\w][\\w. -]{0,60}?)'
/** What may stand behind a question for a quantity: its end, or its time. */
const END =
  '(?=\\W*$| (?:right now|now|currently|at the moment|today|in|over|during|since|for|between|at|before|after|from|until|the last|last)\\b)'
const idiom = (source: string): RegExp => new RegExp(`${source.replaceAll('OWNER', OWNER)}${END}`, 'i')
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
    idioms: [
      idiom('how (?:busy|loaded|hot) (?:is|are|was) (?:the )?(?:cpus?|processors?|cores?) (?:of|on|in|at) OWNER'),
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
    named: /memory|(?:^|[._])(?:mem|rss|working_set)(?:[._]|$)/i,
    not: /limit|request|avail|free|total|max|committed|swap|gc/i,
  },
  {
    noun: /\bdisk(?: space)? (?:usage|use|utili[sz]ation|fill)\b/i,
    idioms: [idiom('how full (?:is|are|was) (?:the )?disks? (?:of|on|in|at) OWNER')],
    named: /disk|filesystem/i,
    not: /free|avail|read|write|io|inode|total|limit|operation/i,
  },
  {
    noun: new RegExp(
      `(?<!too many )\\b(?:open (?:files?|file handles?|file descriptors?|handles|descriptors|fds)|file handles?|file descriptors?|fds)\\b${NO_LINES}`,
      'i',
    ),
    things: '(?:files|file handles|handles|file descriptors|descriptors|fds)',
    named: /open_?fds|open[._]?files?|file_?descriptors?|(?:^|[._])fds?(?:[._]|$)/i,
    not: /limit|max/i,
  },
  {
    things: '(?:open |active |used )?(?:db |database |sql )?connections',
    named: /connections?/i,
    not: /limit|max|idle|pending|wait|timeout|error|fail|create|refused|reject|total/i,
  },
  {
    things: '(?:worker |busy )?threads',
    named: /threads?/i,
    not: /limit|max|idle|daemon|peak/i,
  },
  {
    noun: new RegExp(`(?<!is )\\b(?:consumer )?lag\\b${NO_LINES}`, 'i'),
    idioms: [
      idiom('(?:by )?how (?:far|much) (?:is|are|was|were) OWNER (?:(?:lagging|falling|running) )?behind'),
      idiom('how (?:far|much) (?:(?:lagging|running) )?behind (?:is|are|was|were) OWNER'),
      idiom('how (?:late|delayed) (?:is|are|was|were) OWNER'),
    ],
    states: [
      idiom('(?:is|are|was|were) OWNER lagging(?: behind)?'),
      idiom('(?:is|are|was|were) OWNER (?:(?:falling|running|getting) )?behind'),
    ],
    named: /(?:^|[._])(?:lag|delay|behind|staleness)(?:[._]|$)/i,
    not: /limit|max/i,
  },
  {
    idioms: [
      idiom('how (?:often|many times) (?:did|has|have) OWNER (?:been )?restart(?:ed)?'),
      idiom('how many restarts (?:(?:did|has|have) OWNER (?:have|had)|(?:of|for|by|on) OWNER)'),
    ],
    named: /restarts?(?:_count)?$/i,
  },
  {
    idioms: [
      idiom(
        'how many (?:people|users|visitors|customers|clients) (?:are|were) (?:currently |now |right now |active |online )?(?:on|in|using|logged in(?:to)?|signed in(?:to)?|connected to|browsing) OWNER (?:right now|now|currently|at the moment)',
      ),
    ],
    named:
      /(?:^|[._])(?:sessions?|users?|visitors?|viewers?)(?:[._](?:active|open|online|count|current|connected))?$|(?:active|open)_(?:sessions|users)$/i,
    not: /total|limit|max/i,
  },
]

/** Ways to ask how much of something is used, by whom, with THINGS in the place of what is counted. */
export const AMOUNTS: readonly string[] = [
  `how (?:much|many) THINGS (?:does|do|did|is|are|has|have) ${OWNER} (?:use|used|using|take|taking|consume|consuming|need|eat|eating|burn|burning|have|hold|holding|keep|got|had)(?: (?:open|up|in use|opened))?${END}`,
  `how many THINGS (?:are|is|were) (?:open|opened|in use|used|taken|active|busy)(?: (?:on|in|at|by|for|of) ${OWNER})?${END}`,
]

/** Ways to ask whether somebody has too little of it left. */
export const SHORTAGES: readonly string[] = [
  `(?:is|are|was|were) ${OWNER} (?:(?:running|getting) )?(?:short of|short on|low on|out of|starved of) THINGS${END}`,
]
