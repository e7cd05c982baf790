/**
 * Which mechanisms are a right answer to each fault type of the sets' labels (docs/design/investigator.md has the table
 * with reasons). A label names what was injected; several names can be right for what can be seen of it.
 */
import type { Mechanism } from '../../../src/agent/investigator/verdict.ts'

const ACCEPTED: Readonly<Record<string, readonly Mechanism[]>> = {
  // Resources of the faulty service's own.
  cpu: ['processor'],
  cpu_contention: ['processor'],
  cpu_consumed: ['processor'],
  mem: ['memory'],
  memory_leak: ['memory'],
  memoryleak: ['memory'],
  disk: ['disk'],
  network_delay: ['network'],
  network_loss: ['network'],
  lost_packets: ['network'],
  // Code: an exception thrown, or a method that returns early or the wrong value.
  exception: ['exception'],
  exception_some_kinds: ['exception'],
  return: ['wrong_result'],
  wrong_return: ['wrong_result'],
  wrongvalue: ['wrong_result'],
  inconsistent: ['wrong_result'],
  silent_skip: ['wrong_result'],
  lost_calls: ['wrong_result'],
  // A call made or refused wrongly is seen as a failing call or as a wrong result.
  misscall: ['wrong_result', 'exception'],
  access: ['exception', 'expired_credential'],
  config: ['exception', 'wrong_result'],
  // What the service keeps its data in.
  redis: ['slow_store', 'exception', 'dependency_outside'],
  slow_store: ['slow_store'],
  pool_exhaustion: ['pool_exhausted'],
  // Gone, wholly or in one instance.
  crash: ['gone_silent'],
  unreachable: ['gone_silent', 'network'],
  quiet_callee: ['gone_silent'],
  scaledown: ['gone_silent', 'overload'],
  retry_storm: ['overload'],
  new_branch: ['bad_release'],
  delay: ['network', 'slow_store', 'processor'],
  cpu_like: ['processor'],
  latency: ['slow_store', 'network', 'processor', 'overload'],
  failures: ['exception', 'dependency_outside'],
  gone_silent: ['gone_silent'],
  overload: ['overload'],
  // Generated systems (scripts/eval/strangers).
  stranger_leak: ['memory'],
  stranger_failing_retried: ['exception'],
  stranger_slow_past_timeouts: ['slow_store'],
  stranger_cache_misses: ['slow_store', 'overload'],
  // Without lines only that nobody gets through is seen.
  stranger_certificate: ['expired_credential', 'gone_silent', 'network'],
  stranger_flag: ['exception', 'wrong_result', 'bad_release'],
  stranger_disk_full: ['disk'],
  stranger_neighbour: ['processor'],
  stranger_outside_slow: ['dependency_outside', 'network'],
  stranger_outside_failing: ['dependency_outside'],
  stranger_down: ['gone_silent'],
  stranger_pool: ['pool_exhausted'],
  stranger_wrong_answer: ['wrong_result'],
  stranger_throttled_cpu: ['processor'],
  stranger_lossy_network: ['network'],
  stranger_rate_limited: ['overload'],
  // Generated systems with shared stores. For a store that only reads there is no word in the list.
  stores_store_disk: ['disk'],
  stores_too_many: ['pool_exhausted', 'overload'],
  stores_locks: ['slow_store'],
  stores_store_gone: ['gone_silent', 'network'],
  stores_connection_leak: ['pool_exhausted'],
  // Systems with shared stores by another generator. For a store that only reads there is no word here either.
  backends_slow_queries: ['slow_store'],
  backends_locked_table: ['slow_store'],
  backends_store_disk: ['disk'],
  backends_store_starved: ['slow_store', 'processor', 'overload'],
  backends_replica_slow: ['slow_store'],
  backends_cache_evicted: ['slow_store', 'overload', 'memory'],
  backends_broker_slow: ['slow_store', 'disk'],
  backends_way_to_store: ['network', 'slow_store'],
  backends_small_pool: ['pool_exhausted'],
  backends_leaked_connections: ['pool_exhausted'],
  backends_many_queries: ['bad_release', 'overload', 'slow_store'],
  backends_table_scan: ['bad_release', 'slow_store', 'overload'],
  backends_cache_bypassed: ['bad_release', 'overload', 'slow_store'],
  backends_stuck_consumer: ['processor', 'slow_store'],
  // Systems that pass messages. A reader that stops is seen as silent, busy, or full of waiting messages.
  flows_poison_hang: ['gone_silent', 'processor', 'overload'],
  flows_crash_loop: ['exception', 'gone_silent', 'memory', 'bad_release'],
  // There is no word for a group that starts anew all the time.
  flows_rebalance_storm: ['gone_silent', 'network', 'overload'],
  flows_slow_release: ['bad_release', 'processor', 'slow_store', 'overload'],
  flows_schema_changed: ['wrong_result', 'bad_release', 'exception'],
  flows_producer_silent: ['gone_silent', 'wrong_result'],
  flows_doubled: ['wrong_result', 'bad_release', 'overload'],
  flows_broker_slow: ['slow_store', 'disk', 'network'],
  // Without its reason a refusal is an error of a partner.
  flows_token_expired: ['expired_credential', 'dependency_outside'],
  flows_partner_slow: ['dependency_outside', 'network'],
  flows_partner_limits: ['dependency_outside', 'overload'],
  flows_scheduler_twice: ['wrong_result', 'overload'],
  flows_scheduler_idle: ['gone_silent'],
  flows_lock_held: ['slow_store', 'gone_silent', 'pool_exhausted'],
  flows_disk_full: ['disk'],
  flows_clock_off: ['wrong_result', 'exception'],
  flows_wrong_values: ['wrong_result', 'bad_release'],
  flows_dead_letter_setting: ['exception', 'bad_release'],
  // Generated clusters with releases, read by metrics alone. "A bad release" is right besides what it did wrong; a bad
  // canary does one thing or another, and is not judged.
  rollouts_release_fails: ['bad_release', 'exception'],
  rollouts_release_early: ['bad_release', 'wrong_result'],
  rollouts_release_wrong: ['bad_release', 'wrong_result', 'exception'],
  // Waiting has no name that metrics could tell from another.
  rollouts_release_slow: ['bad_release', 'slow_store', 'network'],
  rollouts_release_store: ['bad_release', 'slow_store', 'network'],
  rollouts_release_burns: ['bad_release', 'processor'],
  rollouts_release_leaks: ['bad_release', 'memory'],
  rollouts_release_chatty: ['bad_release', 'overload'],
  rollouts_release_skips: ['bad_release', 'wrong_result'],
  rollouts_release_not_ready: ['bad_release', 'gone_silent', 'overload'],
  rollouts_noisy_node: ['processor', 'overload'],
  rollouts_network_delay: ['network'],
  rollouts_evicted: ['gone_silent', 'overload'],
  rollouts_scaled_down: ['gone_silent', 'overload'],
  rollouts_surge: ['overload'],
  // Generated clouds that send readings and nothing else: no line or version says why something is slow or fails.
  clouds_added_latency: ['slow_store', 'network', 'processor', 'overload', 'bad_release'],
  clouds_failing_share: ['exception', 'bad_release'],
  clouds_memory_leak: ['memory', 'bad_release'],
  clouds_concurrency_limit: ['overload', 'pool_exhausted'],
  clouds_throttled_table: ['overload', 'slow_store'],
  clouds_cold_starts: ['bad_release', 'processor', 'overload'],
  clouds_broken_operation: ['exception', 'bad_release', 'wrong_result'],
  clouds_poison_message: ['exception'],
  clouds_client_flood: ['overload'],
  clouds_outside_slow: ['dependency_outside', 'network'],
  clouds_outside_failing: ['dependency_outside', 'exception'],
  clouds_emptied_cache: ['slow_store', 'overload', 'memory'],
  clouds_starved_container: ['processor', 'overload'],
  clouds_crash_loop: ['gone_silent', 'bad_release'],
}
/** Sets whose faults all came with a release: there "a bad release" is right besides what the release did wrong. */
const RELEASED = /\bincidents-canary\b/

/** Null: the fault type is not labelled finely enough to judge (bad_instance, unknown words). */
export function acceptedMechanisms(setName: string, faultType: string): readonly Mechanism[] | null {
  const accepted = ACCEPTED[faultType]
  if (accepted === undefined) return null
  return RELEASED.test(setName) ? [...accepted, 'bad_release'] : accepted
}
