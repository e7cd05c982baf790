/** Questions about single records of the blood donation service: ids, traces, pasted lines, texts. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as b from './rows.ts'

export const BLOODBANK_RECORDS = [
  ask('paste', '{codeLine}\ngot this a lot tonight. what is it telling me?', t.words({ says: [b.INCIDENT.mechanism] })),
  ask(
    'paste',
    'how often did we see\n{labelLine}',
    t.count(t.anytime, b.lines(b.desk, /not printed: code-registry/), b.lines(b.desk, / at city-hall not printed/)),
  ),
  ask('paste', '{gapLine}\nwhen was that', b.lineAt(/^61 codes of code list/)),
  ask('paste', '{hubLine}\nis that why nothing comes from cold-chain any more', t.verdict('yes', 'fact')),
  ask(
    'lookup',
    'hospital on the phone about order {failedOrder}, what went wrong with it',
    t.words({ says: [['fail'], ['stock-ledger', '50[23]']] }),
  ),
  ask('lookup', 'where is unit {deadUnit}?', t.words({ says: [['dead letter']] })),
  ask(
    'lookup',
    'at which centre should the label for {failedLabel} have been printed',
    b.fromLine('failedLabel', (id) => new RegExp(`^label for ${id} at (\\S+) not printed`)),
  ),
  ask(
    'lookup',
    'blood group of {stockedUnit}',
    b.fromLine('stockedUnit', (id) => new RegExp(`^sample ${id} typed (\\S+),`)),
  ),
  ask('lookup', 'was {appointment} cancelled?', t.verdict('no', 'fact')),
  ask('lookup', 'open trace {failedOrderTrace} for me', t.words({ names: ['code-registry', 'hospital-orders'] })),
  ask(
    'lookup',
    'how many units did order {acceptedOrder} get',
    b.fromLine('acceptedOrder', (id) => new RegExp(`^order ${id} accepted: (\\d+) units`)),
  ),
  ask(
    'single-record',
    'slowest request of hospital-orders, how long did it take',
    t.millis(t.anytime, t.took(b.orderDesk, 'max')),
  ),
  ask('single-record', 'time of the most recent reactive sample', b.lineAt(/is reactive for/, true)),
]
