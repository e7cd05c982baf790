/** Words that name what is wrong. The analysis looks for them in its findings, an answer in what a service logs. */
import { OWN_LIMIT } from './own-limits.ts'
import type { Mechanism } from './verdict.ts'

/**
 * A mechanism that words can name. A bad release is seen by when it happened, not by its words. Words of a state that has
 * no name among the mechanisms say `unknown`: none of those that it could be taken for.
 */
export type WordedMechanism = Exclude<Mechanism, 'bad_release'>

interface Words {
  readonly pattern: RegExp
  /** What the words say of the service that they are about. */
  readonly mechanism: WordedMechanism
  /** What they say when a service logs them itself, where that differs; null where they say nothing certain then. */
  readonly saidByItself?: WordedMechanism | null
}

/** Longer texts are cut: some expressions below take quadratic time. */
const TEXT_CHARACTERS_MAX = 2_000

/**
 * A store that was reached and does not answer in time: "redis: i/o timeout after 700 ms on GET", "timed out reading from
 * mongodb". Where connecting itself timed out, the store or the way to it is down.
 */
const STORE =
  '(?:redis|valkey|memcached?|postgres\\w{0,5}|mysql|mariadb|mongo\\w{0,5}|cassandra|dynamodb|elasticsearch|opensearch)'
const LATE = '(?:i/o timeout|read timeout|timed out|timeout|deadline exceeded)'
const LATE_STORE = new RegExp(
  `^(?![^]*(?:\\bdial|\\bconnect|server selection|waiting for a server|refused|reset by))[^]*(?:\\b${STORE}\\b.{0,80}\\b${LATE}\\b|\\b${LATE}\\b.{0,80}\\b${STORE}\\b)`,
  'i',
)

/** The most specific words come first. */
const TABLE: readonly Words[] = [
  // Ports, handles and threads run out. What took them, the words do not say; the host they were meant for is not at fault.
  { pattern: OWN_LIMIT, mechanism: 'unknown', saidByItself: null },
  {
    pattern:
      /\bx509\b|\bpkix\b|certpathvalidator|certificate[_ ].{0,20}(?:expired|invalid|verif|unknown)|(?:self[- ]signed|untrusted|unknown|revoked) (?:certificate|ca\b)|cert_has_expired|(?:certificate|cert|token|credentials?|api key) .{0,20}expired|expired .{0,20}(?:certificate|cert\b|token|credential|api key)|\bunauthori[sz]ed\b|password authentication failed|(?:access denied|login failed) for user|sasl authentication|\bwrongpass\b|invalid (?:token|credential|api key|certificate)|invalid_grant/i,
    mechanism: 'expired_credential',
  },
  {
    pattern:
      /\b(?:no space left|not enough (?:disk )?space|disk (?:is )?full|enospc|(?:disk|storage|volume) quota|read-only file ?system)\b|volume .{0,30}full/i,
    mechanism: 'disk',
  },
  {
    // As runtimes and kernels say it: the JVM, .NET, Node, Go, Python, C++, Linux, functions.
    pattern:
      /\b(?:out ?of ?memory(?:error|exception)?|oom(?:killed)?|used memory > .?maxmemory|heap space|gc overhead|memoryerror|bad_alloc|(?:cannot|unable to|failed to) allocate|allocation failed|memory (?:size|limit) .{0,30}(?:exhausted|exceeded)|exceeded .{0,20}memory limit)\b/i,
    mechanism: 'memory',
  },
  {
    pattern:
      /connection pool|pool (?:is )?(?:exhausted|empty|timeout)|pool\w* (?:limit|error|timed ?out)|pool.{0,40}(?:limit .{0,20}reached|exhausted|depleted)/i,
    mechanism: 'pool_exhausted',
  },
  {
    pattern:
      /connection is not available|no (?:idle|free|available) (?:\w{1,20} )?(?:connections?|workers?|threads?|sessions?)\b|no (?:connections?|workers?|threads?|sessions?) (?:is |are )?(?:available|free|left)\b|all (?:\d+ |<\*> )?(?:connections|workers|threads) (?:are )?(?:busy|in use)|no connections? (?:became|becomes|is|are|was|were) (?:free|available)|connection slots|too many (?:connections|clients)|max(?:imum)? number of (?:clients|connections)|for a (?:free|pooled|database) connection/i,
    mechanism: 'pool_exhausted',
  },
  { pattern: /(?:acquir\w{1,20}|acquire|obtain|get) (?:a )?connection/i, mechanism: 'pool_exhausted' },
  {
    pattern:
      /\b(?:slow (?:query|statement)|query took|lock wait|lock timeout|deadlock|statement timeout|max_statement_time|waiting for \w{1,20}lock|lock \S{1,80} not free)\b|(?:acquire|obtain|get) (?:the |a )?lock\b/i,
    mechanism: 'slow_store',
  },
  { pattern: LATE_STORE, mechanism: 'slow_store' },
  {
    pattern:
      /\b(?:rate limit\w{0,10}|too many (?:requests|queued|waiting|pending|concurrent)|throttl\w{1,10}|overload\w{0,10}|at capacity|over capacity|load ?shed\w{0,10}|backpressure)\b/i,
    mechanism: 'overload',
  },
  {
    pattern:
      /queue (?:is |was )?(?:full|overflow)|(?:waiting|task|work|request)s? queue .{0,20}(?:full|limit|exceeded)|warteschlange .{0,20}voll/i,
    mechanism: 'overload',
  },
  // A store that takes no writes (a standby, a lost majority) returns nothing wrong, and its code is as it was.
  {
    pattern:
      /\bread[- ]?only (?:transaction|replica|mode|option|state|node|connection|instance|standby)|--(?:super-)?read-only option|\bREADONLY You can't|read-only-allow-delete|\bnot (?:primary|master)\b|notwritableprimary|primarysteppeddown|\bNOREPLICAS\b|not_?enough_?replicas|\bnot_?leader\b|leader_?not_?available/i,
    mechanism: 'unknown',
    saidByItself: null,
  },
  // A host name with a public ending belongs to somebody else; a bare name is a service nearby, and names of topics have dots.
  {
    pattern:
      /(?:connect\w*|no (?:answer|response|reply) from|etimedout|econnrefused|econnreset|unreachable|timed out).{0,80}\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?!go\b|js\b|ts\b|rb\b|py\b|cs\b|db\b)(?:com|net|org|info|biz|gov|edu|dev|app|cloud|online|shop|tech|example|test|[a-z]{2})\b(?![(:.]\w*\()/i,
    mechanism: 'dependency_outside',
  },
  {
    pattern: /\b(?:bad gateway|service unavailable|third[ -]party|partner(?![\w-]))\b/i,
    mechanism: 'dependency_outside',
    saidByItself: null,
  },
  // The service that refuses is not running. A service that logs this was refused by another one.
  { pattern: /connection refused|econnrefused/i, mechanism: 'gone_silent', saidByItself: 'network' },
  {
    pattern:
      /\b(?:connection (?:reset|timed out)|connect timed out|no route to host|no such host|unreachable|packet loss|enotfound|ehostunreach|etimedout|econn\w{1,20}|i\/o timeout)\b/i,
    mechanism: 'network',
  },
  {
    pattern:
      /\b(?:panic|traceback|segfault|stack ?trace|uncaught|unhandled|undefined is not|cannot read propert\w{1,3}|typeerror|keyerror|null pointer)\b|nullpointer|exception\b/i,
    mechanism: 'exception',
  },
  // A service logs these for ordinary requests too.
  {
    pattern: /\b(?:is empty|is null|not found|does not exist|no such)\b/i,
    mechanism: 'wrong_result',
    saidByItself: null,
  },
]

/** The mechanism that a text about a service names; undefined where it names none. */
export function mechanismInWords(text: string): WordedMechanism | undefined {
  const cut = text.slice(0, TEXT_CHARACTERS_MAX)
  return TABLE.find(({ pattern }) => pattern.test(cut))?.mechanism
}

/** The most specific mechanism that a service names in its own log lines; null where they name none. */
export function mechanismSaidByItself(bodies: readonly string[]): WordedMechanism | null {
  // Words of an own limit say something certain, though no mechanism: nothing else in such a line is to be taken for one.
  const texts = bodies.map((body) => body.slice(0, TEXT_CHARACTERS_MAX)).filter((text) => !OWN_LIMIT.test(text))
  for (const { pattern, mechanism, saidByItself = mechanism } of TABLE)
    if (saidByItself !== null && texts.some((text) => pattern.test(text))) return saidByItself
  return null
}
