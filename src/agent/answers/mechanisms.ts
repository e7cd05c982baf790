/** Each mechanism in words, and the next step that fits it. */
import { code } from '../embedded/markdown.ts'
import type { Mechanism } from '../investigator/verdict.ts'

export interface MechanismWords {
  /** What is wrong, as an answer says it after "by". */
  readonly what: string
  /** The word that people use when they ask about it: the database, the network, the code. */
  readonly kind: string
  readonly next: (service: string) => string
}

/** A service that has used up what its own system gives it says so in its lines; no mechanism has that name. */
export const OWN_LIMIT_WORDS: MechanismWords = {
  what: 'it has reached a limit of its own system (files, ports, threads or processes)',
  kind: 'a limit of its own system',
  next: (service) =>
    `restart the failing instances of ${service} to gain time; find out which files, sockets, threads or child processes they never give back, and what changed before`,
}

/** What an error says before its stack trace begins. */
function headOf(error: string): string {
  return (error.split(/\n|\\n|\\r/, 1)[0] ?? error).trim()
}

/** A service whose own error says what is wrong, better than any name for it. */
export function failsWith(error: string, isThrown: boolean): MechanismWords {
  return {
    what: `it fails with ${code(headOf(error), 120)}`,
    kind: isThrown ? MECHANISM_WORDS.exception.kind : 'an error that it logs itself',
    next: isThrown
      ? MECHANISM_WORDS.exception.next
      : (service) =>
          `find out what stands behind the error that ${service} logs (what it names, one request that fails with it, what came just before)`,
  }
}

/** Its requests fail, and no new line of it says why. */
export const FAILING_WORDS: MechanismWords = {
  what: 'its requests fail, without a line that says why',
  kind: 'failing requests',
  next: (service) => `open a trace that fails in ${service}: at which call does it fail, and what changed just before`,
}

/** Nothing fails, and what it answers or does is not what it was. */
export const WRONG_RESULT_WORDS: MechanismWords = {
  what: 'it returns wrong results',
  kind: 'the code',
  next: (service) => `compare answers of ${service} before and after; roll back its last change`,
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
      `find out what holds the connections of ${service} (long transactions, leaks), then raise the pool or restart the instances that hold them`,
  },
  processor: {
    what: 'its processor is saturated',
    kind: 'the processor',
    next: (service) => `profile ${service} and add instances; find out which request or job began at that time`,
  },
  memory: {
    what: 'it runs out of memory',
    kind: 'memory',
    next: (service) => `take a heap dump of ${service}, then restart it with more memory to gain time`,
  },
  disk: {
    what: 'its disk is full or failing',
    kind: 'the disk',
    next: (service) => `free or enlarge the disk of ${service}: old logs, temporary files, the volume\u2019s limit`,
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
      `read the stack trace of the new exception of ${service} and roll back the last change before it`,
  },
  wrong_result: {
    what: 'it returns errors or wrong results',
    kind: 'what it answers',
    next: (service) =>
      `read the new errors of ${service}, compare its answers before and after, and look at its last change`,
  },
  bad_release: {
    what: 'a release broke it',
    kind: 'the release',
    next: (service) => `roll ${service} back to the previous version`,
  },
  overload: {
    what: 'it gets more requests than it can take',
    kind: 'load',
    next: (service) => `find who sends the additional requests to ${service}, limit them, and add instances`,
  },
  dependency_outside: {
    what: 'an external dependency of it fails',
    kind: 'a dependency outside',
    next: (service) =>
      `check the status of the external services that ${service} calls, and switch to a fallback if there is one`,
  },
  expired_credential: {
    what: 'a credential or certificate that it uses has expired or is refused',
    kind: 'a credential that expired or is refused',
    next: (service) =>
      `renew the certificate or credential that ${service} uses; if it is still valid, check that it still reaches who asks for it`,
  },
  gone_silent: {
    what: 'it has gone silent',
    kind: 'a silent process',
    next: (service) => `check whether the instances of ${service} still run, and restart them`,
  },
  unknown: {
    what: 'it changed',
    kind: 'not clear from the telemetry',
    next: (service) =>
      `look at what changed in ${service} just before the onset (deploys, configuration, its data store)`,
  },
}
