/** Each mechanism in words, and the one next step that fits it. */
import type { Mechanism } from '../investigator/verdict.ts'

export interface MechanismWords {
  /** What is wrong there, as it follows the word "by" in an answer. */
  readonly what: string
  /** The word that people use when they ask for it: the database, the network, the code. */
  readonly kind: string
  readonly next: (service: string) => string
}

export const MECHANISM_WORDS: Readonly<Record<Mechanism, MechanismWords>> = {
  slow_store: {
    what: 'its data store answers slowly',
    kind: 'the database',
    next: (service) =>
      `look at the data store of ${service}: running queries, locks, missing indexes, and what changed in its load just before`,
  },
  pool_exhausted: {
    what: 'its connection pool is exhausted',
    kind: 'the connection pool',
    next: (service) =>
      `see who holds the connections of ${service} (long transactions, leaks), then raise the pool or restart the instances that hold them`,
  },
  processor: {
    what: 'its processor is saturated',
    kind: 'the processor',
    next: (service) => `take a profile of ${service} and add instances; see which request or job began at that time`,
  },
  memory: {
    what: 'it runs out of memory',
    kind: 'memory',
    next: (service) => `restart ${service} with more memory to win time, and take a heap dump before`,
  },
  disk: {
    what: 'its disk is full or failing',
    kind: 'the disk',
    next: (service) => `free or grow the disk of ${service}: old logs, temporary files, the volume\u2019s limit`,
  },
  network: {
    what: 'the network to it fails',
    kind: 'the network',
    next: (service) =>
      `check the network between ${service} and its callers: DNS, firewall, load balancer, packet loss`,
  },
  exception: {
    what: 'it throws exceptions',
    kind: 'the code',
    next: (service) =>
      `read the stack trace of the new exception of ${service} and roll back what was changed just before`,
  },
  wrong_result: {
    what: 'it returns wrong results',
    kind: 'the code',
    next: (service) => `compare answers of ${service} before and after; roll back its last change`,
  },
  bad_release: {
    what: 'a release broke it',
    kind: 'the release',
    next: (service) => `roll ${service} back to the version before`,
  },
  overload: {
    what: 'it gets more requests than it can take',
    kind: 'load',
    next: (service) => `find who sends the additional requests to ${service}, limit them, and add instances`,
  },
  dependency_outside: {
    what: 'something outside that it depends on fails',
    kind: 'a dependency outside',
    next: (service) => `check the status of what ${service} calls outside, and switch to a fallback where there is one`,
  },
  expired_credential: {
    what: 'a credential or certificate of it has expired',
    kind: 'an expired credential',
    next: (service) => `renew the certificate or credential that ${service} uses`,
  },
  gone_silent: {
    what: 'it has gone silent',
    kind: 'a silent process',
    next: (service) => `see whether the instances of ${service} still run, and restart them`,
  },
  unknown: {
    what: 'it changed',
    kind: 'not clear from the telemetry',
    next: (service) =>
      `look at what changed in ${service} just before the onset (deploys, configuration, its data store)`,
  },
}

/** Words by which a service names its own trouble, the most telling first. */
const SPOKEN: readonly (readonly [RegExp, Mechanism])[] = [
  [
    /certificate (?:has )?expired|x509|cert\w* .{0,20}expired|token (?:has )?expired|credentials? .{0,20}expired|invalid_grant/i,
    'expired_credential',
  ],
  [/no space left|disk (?:is )?full|enospc|volume .{0,30}full/i, 'disk'],
  [/out ?of ?memory|oomkilled|heap space|cannot allocate memory|gc overhead/i, 'memory'],
  [
    /connection is not available|pool (?:is )?(?:exhausted|timeout)|(?:obtain|acquire|get) (?:a )?connection|no (?:idle |free )?connections? available|connection slots|too many connections|pool\w* (?:limit|error|timed ?out)|pool.{0,40}(?:limit .{0,20}reached|exhausted|depleted)/i,
    'pool_exhausted',
  ],
  [/slow (?:query|statement)|query took|lock wait|deadlock/i, 'slow_store'],
  [
    /queue (?:is |was )?(?:full|overflow\w*)|(?:waiting|task|work|request)s? queue .{0,20}(?:full|limit|exceeded)|at capacity|over capacity|overload(?:ed)?|load ?shed|too many (?:queued|waiting|pending|concurrent)|backpressure|warteschlange .{0,20}voll/i,
    'overload',
  ],
  // A host name with a public domain belongs to somebody else; a bare name is a service nearby.
  [
    /(?:connect\w*|etimedout|econnrefused|econnreset|unreachable|timed out).{0,80}\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?!local\b|internal\b|svc\b|cluster\b)[a-z]{2,12}\b(?![(:.]\w*\()/i,
    'dependency_outside',
  ],
  [
    /no route to host|network is unreachable|no such host|enotfound|packet loss|etimedout|econnrefused|connection refused|connect(?:ion)? timed out|ehostunreach/i,
    'network',
  ],
  [
    /nullpointer|null pointer|exception|traceback|panic:|undefined is not|cannot read propert|typeerror|keyerror/i,
    'exception',
  ],
]

/** The most telling mechanism that any of these texts names; null where none does. */
export function spokenMechanism(bodies: readonly string[]): Mechanism | null {
  const texts = bodies.map((body) => body.slice(0, 2_000))
  return SPOKEN.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1] ?? null
}
