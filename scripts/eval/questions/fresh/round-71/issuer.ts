/** Questions to the bank's card back end: states, causes, single things, what cannot be answered. Seventy-first round. */
import { ISSUER_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import { ISSUER_COUNTS_71 } from './issuer-counts.ts'
import { ISSUER_NUMBERS_71 } from './issuer-numbers.ts'
import { ISSUER_TALKS_71 } from './issuer-talks.ts'
import * as m from './rows.ts'

const MECHANISM = ISSUER_INCIDENT.mechanism
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const silent = t.words({ says: [['push-notifier']], neverFirst: ['^\\W*(?:no|none)\\b'] })

export const ISSUER_71 = [
  ask('state', 'are card payments going through right now? y/n', t.verdict('no', 'good')),
  ask(
    'state',
    'still broken or recovered?',
    t.words({ saysFirst: [['still', 'not recovered', 'not over', 'ongoing']] }),
  ),
  ask('state', 'is auth-engine still throwing 503s', t.verdict('yes', 'bad')),
  ask('state', 'can customers freeze a card at the moment', t.verdict('yes', 'good')),
  ask('state', 'are there free hsm sessions again', t.verdict('no', 'good')),
  ask('health', 'hold-ledger ok?', t.healthy),
  ask('health', 'is embosser-bridge healthy or do i need to look at it', t.healthy),
  ask('premise', 'why did hold-ledger crash in the last half hour', t.denied('hold-ledger')),
  ask('premise', 'why is embosser-bridge down', t.denied('embosser-bridge')),

  ask('cause', 'got paged for 5xx on card-edge. root cause?', t.because(ISSUER_INCIDENT, 'mechanism')),
  ask('cause', 'why do authorizations time out', t.because(ISSUER_INCIDENT, 'mechanism')),
  ask('cause', 'why is settlement.queue.depth climbing', t.words({ says: [['hsm-broker', ...MECHANISM]] })),
  ask('cause', 'why does POST /v2/cards return 503', t.words({ says: [['hsm-broker'], [...MECHANISM, '503']] })),
  ask('cause', 'why are wallet tokens not provisioned?', t.words({ says: [['hsm-broker', ...MECHANISM]] })),
  ask('cause', 'is this a db problem, network or what', t.words({ says: [['hsm-broker'], [...MECHANISM]] })),
  ask(
    'cause',
    'woken up by the bank hotline, peple at the till cannot pay by card, i have no idea what an hsm is. what happened',
    t.because(ISSUER_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'where does the error in auth-engine come from', t.words({ says: [['hsm-broker']] })),
  ask('cause', 'what used up all the hsm sessions?', t.words({ says: [['KeyRewrapJob', 'rewrap', 'CRY-204']] })),
  ask('cause', 'why did push-notifier stop', t.words({ says: [['expired', 'push-2025']] })),
  ask('since', 'since when do the card authorisations fail, exact minute?', t.began('onset', 150)),
  ask('since', 'since when are there no hsm sessions left', t.began('onset', 180)),
  ask('since', 'when did the settlement queue start to grow?', t.began('onset', 400)),
  ask('since', 'sinse when 503 on POST /v2/tokens', t.began('onset', 240)),
  ask('since', 'when did hsm.sessions.used begin to climb?', t.began('rewrap', 240)),
  ask('how-long', 'how long have we been down with authorisations', t.lasted()),

  ask('impact', 'how bad is it, i have to write a status update', m.damage),
  ask('impact', 'blast radius of hsm-broker?', t.words({ names: ['auth-engine', 'card-issuing', 'wallet-tokens'] })),
  ask('impact', 'is hold-ledger hit by this too', t.verdict('no', 'bad')),
  ask('impact', 'is it only visa?', t.words({ saysFirst: [['\\bno\\b', 'not only', 'mastercard', 'both']] })),
  ask(
    'impact',
    'only ecom affected or all channels',
    t.words({ saysFirst: [['\\bno\\b', 'not only', '\\ball\\b', 'contactless']] }),
  ),

  ask('deploy', 'did a deploy break the authorisations', t.verdict('no', 'bad')),
  ask('deploy', 'is wallet-tokens 3.8.0 to blame for the 503s?', t.verdict('no', 'bad')),
  ask('deploy', 'when did wallet-tokens 3.8.0 go live', t.began('release', 120)),
  ask('deploy', 'was hsm-broker deployed tonight?', t.verdict('no', 'fact')),
  ask('version', 'version of hsm-broker?', t.words({ saysFirst: [['1\\.12\\.6']] })),
  ask('version', 'which wallet-tokens version was live before {@release}', t.words({ saysFirst: [['3\\.7\\.2']] })),
  ask(
    'version',
    'versions of everything that runs',
    t.words({ says: [['3\\.8\\.0'], ['1\\.12\\.6'], ['8\\.4\\.0'], ['5\\.3\\.2'], ['2\\.19\\.1']] }),
  ),
  ask('restart', 'any restarts tonight?', t.words({ says: [['hold-ledger']] })),
  ask('restart', 'what time did hold-ledger come back after its restart', t.began('restart', 120)),
  ask('next-step', 'what can i do to stop the bleeding', t.words({ says: [['hsm-broker'], [...MECHANISM]] })),
  ask('next-step', 'does rolling back wallet-tokens help?', t.verdict('no', 'fact')),
  ask('dependency', 'what does auth-engine call', t.words({ names: ['hsm-broker', 'hold-ledger'] })),
  ask(
    'dependency',
    'callers of hsm-broker?',
    t.words({ names: ['auth-engine', 'card-issuing', 'wallet-tokens', 'settlement-batcher'] }),
  ),
  ask(
    'timeline',
    'timeline for the postmortem please, with times',
    t.words({
      says: [['hsm-broker'], ['\\d\\d:\\d\\d'], [...MECHANISM]],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'timeline',
    'what happened in which order between {@release-1} and {@onset+8}',
    t.words({
      says: [['wallet-tokens', '3\\.8\\.0'], ['hsm-broker'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'anything stopped logging in the last hour', silent),
  ask('silence', 'when did push-notifier log its last line', m.lastOf(m.pushes)),
  ask('silence', 'is push-notifier alive', t.verdict('no', 'good')),
  ask(
    'silence',
    'did push-notifier go silent because of the hsm thing?',
    t.words({ says: [['expired', 'push-2025', '\\bno\\b', 'own']], neverFirst: ['^\\W*yes\\b'] }),
  ),

  ask(
    'lookup',
    'authorisation {failedAuth} what happened there',
    t.words({ says: [['cryptogram not verified', '\\bfailed\\b', 'CKR_SESSION_COUNT']] }),
  ),
  ask('lookup', 'did {goodAuth} get approved?', t.words({ says: [['approved']], neverFirst: ['^\\W*no\\b'] })),
  ask(
    'lookup',
    'customer asks why {declinedAuth} was declined',
    t.words({ says: [['insufficient funds', 'card expired', 'limit exceeded', 'wrong PIN']] }),
  ),
  ask('lookup', 'card order {refusedOrder}, why refused', t.words({ says: [['address not verified']] })),
  ask('lookup', '{failedOrder}', t.words({ says: [['no PIN block', '\\bfailed\\b']] })),
  ask('lookup', 'trace {failedTrace} where did it break', t.words({ says: [['hsm-broker']] })),
  ask('slow-trace', 'what takes so long in trace {tokenTrace}', t.words({ says: [['hsm-broker', '/hsm/derive']] })),
  ask('slow-trace', 'where is the time going in {recordTrace}', t.words({ says: [['hsm-broker', '/hsm/mac']] })),
  ask('meaning', 'what is CKR_SESSION_COUNT', t.words({ says: [['hsm-broker'], ['session']] })),
  ask(
    'meaning',
    'what does "session not given back" mean and who logs it',
    t.words({ says: [['hsm-broker'], ['KeyRewrapJob']] }),
  ),
  ask('meaning', 'CRY-204?', t.words({ says: [['hsm-broker'], ['KeyRewrapJob', 'PIN keys']] })),
  ask('meaning', 'what is TOK-318', t.words({ says: [['wallet-tokens'], ['3\\.8\\.0', 'names of devices']] })),
  ask('meaning', 'who logs "MAC not checked"?', t.words({ says: [['settlement-batcher']] })),
  ask('paste', '{sessionLine}\nhow many of those in the last 10 min?', t.count(t.last(10), t.logs(m.noSession))),
  ask('paste', '{keptLine}\nfirst seen when', m.firstOf(m.kept)),
  ask('paste', '{slowLine}\nis that related to the failing payments?', UNRELATED),
  ask('paste', '{authLine}\nwhy?', t.words({ says: [['hsm-broker'], [...MECHANISM]] })),
  ask('paste', '{pinLine}\nis this new or does it always happen', UNRELATED),
  ask('paste', '{edgeLine}\nwhich service behind it is the culprit', t.words({ says: [['hsm-broker']] })),

  ask('list', 'list all services of this cluster', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'routes of card-edge?',
    t.words({ says: [['/v2/authorizations'], ['/v2/tokens'], ['/v2/cards'], ['/v2/holds'], ['/v2/reversals']] }),
  ),
  ask(
    'list',
    'which metrics does hsm-broker send',
    t.words({ names: ['hsm.sessions.used', 'hsm.sessions.limit', 'hsm.sessions.waiting'] }),
  ),
  ask('single-record', 'last approved authorisation, when?', m.lastOf(m.approved)),
  ask('single-record', 'latest wrong pin, what time', m.lastOf(m.wrongPin)),
  ask('single-record', 'newest error of settlement-batcher', t.words({ says: [['put back', 'MAC not checked']] })),
  ask('bare-name', 'hsm-broker', t.words({ saysFirst: [['hsm-broker']] })),
  ask('bare-name', 'settlement-batcher', t.words({ saysFirst: [['settlement-batcher']] })),

  ask('unknown', '5xx of loan-api last hour', t.declined('unknown', 'loan-api')),
  ask('unknown', 'is dispute-desk slow right now', t.declined('unknown', 'dispute-desk')),
  ask('unknown', 'what happened to authorisation A-1000001', t.declined('no_data')),
  ask('unknown-attribute', 'failed authorisations by bank branch', t.declined('no_data')),
  ask('order', 'restart hsm-broker', t.declined('read_only')),
  ask('order', 'kill the KeyRewrapJob and free its sessions pls', t.declined('read_only')),
  ask('talk', 'ok thx, pager is quiet, going back to sleep', t.declined('small_talk')),
  ask('off-topic', 'which coffee machine should the on-call room get', t.declined('off_topic')),
  ask('language', 'Warum schlagen die Kartenzahlungen fehl?', t.because(ISSUER_INCIDENT)),
  ask('language', 'pourquoi hsm-broker renvoie des 503 ?', t.words({ says: [[...MECHANISM]] })),
  ask('ask-back', 'and how many of these were gold?', t.declined('ask_back')),

  ask('several', 'what is broken and when did it start', t.because(ISSUER_INCIDENT, 'time')),
  ask(
    'several',
    'root cause of the failed authorisations, and since when?',
    t.because(ISSUER_INCIDENT, 'mechanism', 'time'),
  ),
  ...ISSUER_COUNTS_71,
  ...ISSUER_NUMBERS_71,
  ...ISSUER_TALKS_71,
]
