import { describe, expect, it } from 'vitest'
import {
  mechanismInWords,
  mechanismSaidByItself,
  type WordedMechanism,
} from '../../../src/agent/investigator/mechanism-words.ts'

describe('the words of a log line', () => {
  it.each<[string, WordedMechanism]>([
    ['TLS handshake failed: certificate has expired', 'expired_credential'],
    ['write /var/lib/data: no space left on device', 'disk'],
    ['java.lang.OutOfMemoryError: Java heap space', 'memory'],
    ['System.OutOfMemoryException was thrown', 'memory'],
    ['MemoryError: Unable to allocate <*> MiB for job <*>', 'memory'],
    ['Allowed memory size of <*> bytes exhausted', 'memory'],
    ['FATAL: password authentication failed for user "<*>"', 'expired_credential'],
    ["Access denied for user '<*>'@'<*>'", 'expired_credential'],
    ['HikariPool-1 - Connection is not available, request timed out after <*>ms', 'pool_exhausted'],
    ['timeout: waited <*> ms for a free connection', 'pool_exhausted'],
    ['could not acquire connection within <*> ms', 'pool_exhausted'],
    ['request rejected: no free worker thread within <*> ms', 'pool_exhausted'],
    ['no connection became free within <*> ms, <*> waiting', 'pool_exhausted'],
    ['no session free after <*> ms, <*> of <*> in use', 'pool_exhausted'],
    ['could not save <*>: ERR max number of clients reached', 'pool_exhausted'],
    ['Not enough space for compaction, estimated sstables = <*>', 'disk'],
    ['ERROR: canceling statement due to lock timeout', 'slow_store'],
    ['attempt <*> failed: lock period_close not free after <*> ms', 'slow_store'],
    ['process <*> still waiting for ShareLock on transaction <*>', 'slow_store'],
    ['could not deliver <*>: no answer from api.paywell.example within <*> ms', 'dependency_outside'],
    ['PKIX path building failed: unable to find valid certification path', 'expired_credential'],
    ['slow query took <*> ms', 'slow_store'],
    ['redis: i/o timeout after <*>ms on GET ruleset:<*>, replica <*>', 'slow_store'],
    ['operation timed out reading from mongodb after <*> ms', 'slow_store'],
    ['dial tcp redis:6379: i/o timeout', 'network'],
    ['worker queue is full, request rejected', 'overload'],
    ['429 Too Many Requests', 'overload'],
    ['connection timed out: api.partner.example.com', 'dependency_outside'],
    ['dial tcp: lookup cart: no such host', 'network'],
    ['java.lang.NullPointerException', 'exception'],
  ])('name the same mechanism for the analysis and for an answer: %s', (line, mechanism) => {
    expect([mechanismInWords(line), mechanismSaidByItself([line])]).toEqual([mechanism, mechanism])
  })

  it('do not name a partner where a service is called so', () => {
    expect(mechanismInWords('partner-push.tasks: consuming <*>')).toBeUndefined()
    expect(mechanismInWords('the partner did not accept <*>')).toBe('dependency_outside')
  })

  it('that refuse a connection speak of a silent service, and of the network of the one that logs them', () => {
    const line = 'dial tcp <*>: connect: connection refused'
    expect([mechanismInWords(line), mechanismSaidByItself([line])]).toEqual(['gone_silent', 'network'])
  })

  it('that miss a thing decide nothing about the service that logs them', () => {
    const line = 'item <*> not found'
    expect([mechanismInWords(line), mechanismSaidByItself([line])]).toEqual(['wrong_result', null])
  })

  it.each([
    'ERROR: cannot execute UPDATE in a read-only transaction',
    "READONLY You can't write against a read only replica.",
    'Error <*>: The MySQL server is running with the --read-only option so it cannot execute this statement',
    'MongoServerError: not primary',
    'NOT_ENOUGH_REPLICAS: messages are rejected since there are fewer in-sync replicas than required',
  ])('of a store that takes no writes name no mechanism, and no fault of its code: %s', (line) => {
    expect([mechanismInWords(line), mechanismSaidByItself([line])]).toEqual(['unknown', null])
  })

  it('that only mention a pool, a token or a limit in passing name nothing', () => {
    for (const line of ['session of user <*> expired', 'loaded certificate for shop', 'order <*> shipped'])
      expect([line, mechanismInWords(line)]).toEqual([line, undefined])
  })

  it('are weighed by how specific they are, whichever line comes first', () => {
    expect(mechanismSaidByItself(['unhandled exception in handler', 'disk full'])).toBe('disk')
  })

  it('are not read beyond the first 2,000 characters', () => {
    expect(mechanismInWords(`${'a '.repeat(1_000)}disk full`)).toBeUndefined()
  })
})
