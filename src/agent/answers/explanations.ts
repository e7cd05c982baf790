/** What the status codes of gRPC say, by number and name. */
const GRPC: readonly (readonly [code: number, name: string, meaning: string])[] = [
  [1, 'CANCELLED', 'the caller stopped waiting'],
  [2, 'UNKNOWN', 'the server failed without saying how'],
  [3, 'INVALID_ARGUMENT', 'the call itself was wrong, whatever state the server is in'],
  [4, 'DEADLINE_EXCEEDED', 'the answer did not come within the time limit'],
  [5, 'NOT_FOUND', 'what was asked for does not exist'],
  [6, 'ALREADY_EXISTS', 'what should be made exists already'],
  [7, 'PERMISSION_DENIED', 'the caller is known but not allowed to do this'],
  [8, 'RESOURCE_EXHAUSTED', 'a quota or limit of the server is used up'],
  [9, 'FAILED_PRECONDITION', 'the server is not in the state that the call needs'],
  [10, 'ABORTED', 'the call got into the way of another one, and may be tried again'],
  [11, 'OUT_OF_RANGE', 'the call went past the valid range'],
  [12, 'UNIMPLEMENTED', 'the server does not know this method'],
  [13, 'INTERNAL', 'something in the server is broken'],
  [14, 'UNAVAILABLE', 'the server cannot be reached now'],
  [15, 'DATA_LOSS', 'data is lost or damaged'],
  [16, 'UNAUTHENTICATED', 'the caller presented no valid credential'],
]

/** What common messages mean, whichever service logs them. The first pattern that matches is used. */
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /context deadline exceeded|deadline[_ ]exceeded|client\.timeout exceeded/i,
    'The caller gave up waiting: the call took longer than its time limit, so what it called is too slow or does not answer.',
  ],
  [
    /context cancell?ed/i,
    'The caller stopped waiting before the answer came, usually because its own caller hung up or ran out of time.',
  ],
  [
    /connection refused|econnrefused/i,
    'Nothing listens at the address that was called: the process is down, restarting, or on another port.',
  ],
  [
    /connection reset|econnreset|reset by peer|broken pipe|epipe/i,
    'The other side closed the connection in the middle: it crashed, restarted, or a proxy cut it.',
  ],
  [
    /read timed out|sockettimeout|etimedout|timed? ?out|timeout/i,
    'The answer did not come within the time limit of the caller: what it called is too slow or does not answer.',
  ],
  [
    /no route to host|network is unreachable|ehostunreach|enetunreach/i,
    'There is no network route to the address: check routing and firewalls, or the host is gone.',
  ],
  [
    /no such host|enotfound|name or service not known|nxdomain|getaddrinfo|could not resolve/i,
    'The name could not be resolved: DNS is failing, or the name is wrong.',
  ],
  [
    /out ?of ?memory|oomkilled|heap space|cannot allocate memory/i,
    'The process ran out of memory: its limit is too low, or it leaks memory.',
  ],
  [
    /\beagain\b|resource temporarily unavailable/i,
    'A resource is used up for the moment, such as processes, threads or buffers: the system says to try again, and a limit is reached.',
  ],
  [/no space left|disk (?:is )?full|enospc/i, 'The disk is full, so nothing more can be written.'],
  [
    /cannot assign requested address|eaddrnotavail/i,
    'The process has no local port left for one more connection: connections are opened and closed too often, or are not used again.',
  ],
  [
    /too many open files|emfile/i,
    'The process has used up its file descriptors: connections or files are not closed, or the limit is too low.',
  ],
  [
    /certificate (?:has )?expired|cert.{0,20}expired|x509/i,
    'A TLS certificate was not accepted, usually because it has expired: renew it or correct the clock.',
  ],
  [
    /refresh token.{0,30}(?:already used|used (?:twice|again)|re-?use)/i,
    'A client sent a refresh token a second time, and each can be used once: it sent it twice by mistake, lost the answer to the first, or somebody copied it.',
  ],
  [/token (?:has )?expired|jwt expired|invalid[_ ]grant/i, 'The credential has expired or was revoked: renew it.'],
  [
    /connection is not available|pool (?:is )?(?:exhausted|timeout)|acquire connection|no (?:idle |free )?connections? available|remaining connection slots/i,
    'All connections of the pool are in use: they are held too long, leak, or the pool is too small.',
  ],
  [/too many connections/i, 'The store accepts no more connections: clients hold too many, or its limit is too low.'],
  [
    /exit code 137|sigkill/i,
    'The process was killed from outside, most often because it used more memory than its limit.',
  ],
  [/exit code 143|sigterm/i, 'The process was asked to stop, as in a deployment, a scaling down or a restart.'],
  [
    /\b40p01\b|deadlock/i,
    'Two transactions waited for each other. The store ended one of them, which may be tried again.',
  ],
  [
    /\b55p03\b|lock wait|could not obtain lock|lock timeout|lock_not_available/i,
    'A transaction waited too long for a lock that another one holds.',
  ],
  [/slow query|slow statement/i, 'A query took longer than the limit above which the store or client logs it.'],
  [
    /\b57014\b|query_canceled/i,
    'The store cancelled the query: it ran longer than its time limit, or somebody cancelled it.',
  ],
  [
    /\b28p01\b|password authentication failed/i,
    'The store refused the password of its client: it was changed on one side only, or is wrong.',
  ],
  [/\b53300\b/i, 'The store accepts no more connections: clients hold too many, or its limit is too low.'],
  [/\b23505\b|unique_violation/i, 'A row with this key exists already: the same thing was written twice.'],
  [
    /\b40001\b|serialization_failure/i,
    'Two transactions changed the same rows: the store refused one of them, which may be tried again.',
  ],
  [/circuit ?breaker|circuit is open/i, 'The caller has stopped calling for a while, because too many calls failed.'],
  [
    /rate limit|too many requests|throttl|\b429\b/i,
    'The caller sent more requests than it is allowed to, and was refused.',
  ],
  [/bad gateway|\b502\b/i, 'A proxy got no valid answer from the service behind it.'],
  [
    /service unavailable|\b503\b/i,
    'The service accepts no requests now: it is overloaded, starting, or without healthy instances.',
  ],
  [/gateway time-?out|\b504\b/i, 'A proxy waited too long for the service behind it.'],
  [
    /nullpointer|null pointer|cannot read propert|nonetype|undefined is not/i,
    'The code used a value that was not there: a bug, or data nobody expected.',
  ],
  [
    /permission denied|access denied|forbidden|\b403\b/i,
    'The caller is known but not allowed to do this: its permissions are missing or changed.',
  ],
  [/unauthori[sz]ed|\b401\b/i, 'The caller presented no valid credential.'],
  [
    /signature mismatch|invalid signature/i,
    'The signature does not match the content: the secret is wrong, or the content was changed on its way.',
  ],
  [
    /card declined|insufficient[_ ]funds/i,
    'The bank refused the payment; the cause is the customer’s card, not the system.',
  ],
  [/gc overhead|garbage collect|gc pause/i, 'The runtime spends its time freeing memory: it is close to its limit.'],
]

/** Returns a sentence that says what a well-known error text means. Null if the text is not known. */
export function explanationOf(text: string): string | null {
  const bounded = text.slice(0, 2_000)
  return EXPLANATIONS.find(([pattern]) => pattern.test(bounded))?.[1] ?? meaningOfGrpc(bounded)
}

const GRPC_NUMBER = /\bgrpc[ ._]?(?:status|code|error)?(?:[ ._]code)?[ :=]{1,3}(\d{1,2})\b/i
const GRPC_NAME =
  /(?:\brpc error: code = |\bStatusCode\.|\bgrpc[ ._]?(?:status|code|error)?[ :=]{1,3})([A-Za-z_]{2,20})/

/** By number or name. "INTERNAL" and the like are words of anything, and need something of gRPC before them. */
function meaningOfGrpc(text: string): string | null {
  const number = GRPC_NUMBER.exec(text)?.[1]
  const said = GRPC_NAME.exec(text)?.[1]
    ?.replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toUpperCase()
  const found = GRPC.find(
    ([code, name]) => String(code) === number || name === said || (name.includes('_') && text.includes(name)),
  )
  return found === undefined ? null : `gRPC status ${found[0]}, ${found[1]}: ${found[2]}.`
}
