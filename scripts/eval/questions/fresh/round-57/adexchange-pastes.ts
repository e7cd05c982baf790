/** Lines, traces, ids and addresses that an engineer pastes, with a question to them. Fifty-seventh round. */
import { ADEXCHANGE_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

/** What was behind it, without the words of the stops themselves. */
const TABLE = ADEXCHANGE_INCIDENT.mechanism.filter((word) => word !== 'overspent')
const UNRELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})
const EMPTY = t.words({ says: [['empty', '503', 'stopped every', 'budget-pacer', '409']] })

export const ADEXCHANGE_PASTES_57 = [
  ask('lookup', 'trace {emptyTrace} – where does it fail?', t.words({ says: [['budget-pacer', 'auction-core']] })),
  ask('lookup', 'traceparent: 00-{emptyTrace}-01\nwhat happened in there?', EMPTY),
  ask('lookup', '{goodTrace}\nany error in this trace?', t.verdict('no', 'bad')),
  ask('lookup', 'sakura sent me auction id {emptyAuction}. what happened to it', EMPTY),
  ask('lookup', '{wonAuction} who won', ({ world }) => ({
    says: [
      [
        /won by (\S+)/.exec(
          world.logs.find((log) => log.message.includes(`${world.names['wonAuction']} `) && m.won(log))?.message ?? '',
        )?.[1] ?? '',
      ],
    ],
  })),
  ask(
    'lookup',
    'https://review.bidmarkt.net/creatives?id={rejectedCreative}&tab=history\nwhy was this one rejected?',
    ({ world }) => ({
      says: [
        [
          String(
            world.logs.find((log) => m.rejected(log) && log.attributes['creative'] === world.names['rejectedCreative'])
              ?.attributes['reason'] ?? '?',
          ),
        ],
      ],
    }),
  ),
  ask('lookup', '{heldPayout} why is this not paid', t.words({ says: [['tax form', 'held', '403']] })),
  ask(
    'lookup',
    'noor: "did {sentPayout} go out?"',
    t.words({ says: [['\\bsent\\b', '201', 'paid']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('lookup', 'what was wrong with campaign {stoppedCampaign}', t.words({ says: [['overspent', '409', 'stopped']] })),
  ask(
    'lookup',
    'trace_id={rejectedTrace}\nwhat did the gateway say to this request',
    t.words({ says: [['reject', '400', 'missing', 'consent']] }),
  ),

  ask('meaning', 'ADX-655 ?', t.words({ says: [['budget-pacer'], ['currency table', 'fx-1831', 'reloaded']] })),
  ask(
    'meaning',
    '{usedUpLine}\nis this an error or just normal business?',
    t.words({ says: [['warn', 'normal', 'usual', 'not an error', 'throughout', 'no error', 'all the time']] }),
  ),

  ask('paste', '{overspentLine}\nwhich service writes this and why?', (asked) => ({
    ...t.because(ADEXCHANGE_INCIDENT)(asked),
    says: [TABLE],
  })),
  ask('paste', '{emptyLine}\n{gatewayLine}\nwhat is the root cause of these two?', t.because(ADEXCHANGE_INCIDENT)),
  ask('paste', '{rateLine}\nwhen was that?', t.began('onset', 120)),
  ask('paste', '{reloadLine}\nfrom which service is this', t.words({ saysFirst: [['budget-pacer']] })),
  ask(
    'paste',
    '{gatewayLine}\nhow many like this one, for all publishers?',
    t.count(t.anytime, t.logs(t.all(m.unfilled, t.has('reason', 'auction empty')))),
  ),
  ask('paste', '{lateLine}\ndoes this have to do with the empty auctions?', UNRELATED),
  ask('paste', '{clickLine}\nis that related to the incident at {@onset}?', UNRELATED),
  ask(
    'paste',
    '{heldLine}\nhow many payouts had this problem',
    t.count(t.anytime, t.logs(m.held), t.requests(t.all(m.paying, m.status(403)))),
  ),
  ask('paste', '{fillLine}\nWhat made it fall?', t.because(ADEXCHANGE_INCIDENT)),
  ask('paste', '{rejectLine}\nfirst time this occured, for any publisher', ({ world }) => ({
    time: { at: new Date(world.logs.find(m.refusedBid)?.timeMs ?? 0).toISOString(), toleranceS: 60 },
  })),
  ask(
    'paste',
    '{creativeLine}\nwhich service and version wrote it?',
    t.words({ says: [['creative-check'], ['3\\.1\\.4']] }),
  ),
  ask(
    'paste',
    '{drainLine}\njonas says this is what killed the fill rate of the JP publishers. is he right?',
    t.words({ saysFirst: [['no\\b', 'not', 'unrelated', 'budget-pacer']], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask(
    'paste',
    'ALERTS{alertname="PacingRejections", alertstate="firing", service="budget-pacer"} 1\nis that still true?',
    t.verdict('no', 'bad'),
  ),
]
