/** Questions to the laboratory: states, causes, single things, what cannot be answered. Twenty-eighth round. */
import { requestsOf } from '../../truth.ts'
import { LABORATORY_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { LABORATORY_COUNTS_28 } from './laboratory-counts.ts'
import { LABORATORY_NUMBERS_28 } from './laboratory-numbers.ts'
import { LABORATORY_THINGS_28 } from './laboratory-things.ts'
import * as m from './rows.ts'

const PARTITION = ['partition', '23514', 'results_p2[67]']

export const LABORATORY_28 = [
  ask('state', 'did somebody fix it already?', t.verdict('no', 'good')),

  ask('state', 'are we still losing results', t.verdict('yes', 'bad')),
  ask('state', 'can the doctors type in manual results at the moment?', t.verdict('no', 'good')),
  ask('state', 'result-store fine now? y/n', t.verdict('no', 'good')),
  ask('state', 'are orders from the practices getting through right now', t.verdict('yes', 'good')),

  ask('health', 'is order-intake healthy?', t.healthy),
  ask('health', 'practice gateway working ok?', t.healthy),
  ask('health', 'any problems with lab-billing', t.noTrouble),

  ask('health', 'why is order-intake down?', t.denied('order-intake')),

  ask('health', 'is report-builder slower than usual?', t.noTrouble),
  ask('cause', 'what is going wrong in the lab?', t.because(LABORATORY_INCIDENT, 'mechanism')),
  ask('cause', 'doctors say new samples have no results. why?', t.because(LABORATORY_INCIDENT)),
  ask('cause', 'why does result-engine park messages', t.because(LABORATORY_INCIDENT, 'mechanism')),
  ask('cause', 'manual results end in 502, reason?', t.because(LABORATORY_INCIDENT)),
  ask('cause', 'root cause pls', t.because(LABORATORY_INCIDENT, 'mechanism')),
  ask('cause', 'What happened at {@onset}?', t.because(LABORATORY_INCIDENT)),

  ask('cause', 'why is analyser.results.parked getting longer and longer', t.because(LABORATORY_INCIDENT)),
  ask(
    'cause',
    'is it the analysers or our software?',
    t.words({ saysFirst: [['result-store']], neverFirst: ['root cause: .?analyser', '^\\W*(?:it is )?the analysers'] }),
  ),
  ask(
    'cause',
    'who is to blame, result-engine or result-store?',
    t.words({
      saysFirst: [['result-store']],
      neverFirst: ['root cause:\\W*result-engine', '^\\W*`?result-engine`?\\W*$'],
    }),
  ),
  ask('cause', 'did refrange-api 2.4.0 break this?', t.verdict('no', 'bad')),

  ask('since', 'when exactly did it start', t.began()),
  ask('since', 'since when are results not stored?', t.began()),
  ask('since', 'at what time did the first manual result fail?', ({ world }) => ({
    time: { at: new Date(requestsOf(world, t.all(m.typing, t.failed))[0]?.startMs ?? 0).toISOString(), toleranceS: 40 },
  })),
  ask('how-long', 'how long are we having this now', t.lasted()),
  ask('impact', 'how bad?', m.damage),
  ask('impact', 'how many samples are hit', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.anytime, [
        ...['accession'].flatMap((key) => [t.differentIn(m.parked, key), t.differentIn(m.insertFailed, key)]),
        ...m.LOST,
      ]),
    ],
  })),
  ask(
    'impact',
    'how many practices are affected?',
    t.count(t.anytime, t.differentOf(t.all(m.engine, t.failed), 'practice.id')),
  ),
  ask('impact', 'which sections of the lab are affected', t.words({ names: m.SECTIONS })),
  ask('impact', 'are stat samples hit too?', t.verdict('yes', 'bad')),

  ask('impact', 'does POST /api/orders suffer from it?', t.verdict('no', 'bad')),
  ask(
    'impact',
    'which services feel it besides result-store?',
    t.words({ names: ['result-engine', 'validation-desk'], neverFirst: ['log records'] }),
  ),

  ask('next-step', 'im on call, what do i do', t.words({ says: [['result-store'], PARTITION] })),
  ask(
    'timeline',
    'timeline of the incident for the postmortem',
    t.words({
      says: [['result-store'], ['result-engine', 'validation-desk'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('several', 'what is down, since when, and is it still going on?', (asked) => ({
    ...t.because(LABORATORY_INCIDENT, 'time')(asked),
    says: [['still', 'ongoing', 'going on', 'not over', 'continu', 'until the end', 'has not (?:ended|recovered)']],
  })),
  ask('language', 'Warum werden die Ergebnisse nicht gespeichert?', t.because(LABORATORY_INCIDENT)),
  ask('language', 'seit wann ist das so?', t.began()),
  ask(
    'language',
    'cuántos errores tiene result-store desde las {@onset}?',
    t.count(t.since('onset'), ...t.errors(m.store)),
  ),
  ask('language', 'quel service est en panne maintenant ?', t.because(LABORATORY_INCIDENT)),
  ask('language', 'Läuft lab-billing normal?', t.healthy),
  ask('language', '¿qué versión de validation-desk está en uso?', t.words({ saysFirst: [['2\\.11\\.4']] })),

  ...talk(
    'on-call',
    ask('follow-up', 'hey whats wrong with the lab system', t.because(LABORATORY_INCIDENT)),
    ask('follow-up', 'and why', t.words({ says: [PARTITION] })),
    ask('follow-up', 'when did that begin?', t.began()),
    ask('follow-up', 'who is hit by it', t.words({ says: [['result-engine', 'validation-desk', 'practice']] })),
  ),
  ...talk(
    'desk-health',
    ask('follow-up', 'is validation-desk ok?', t.verdict('no', 'good')),
    ask('follow-up', 'and order-intake', t.healthy),
    ask('follow-up', 'lab-billing?', t.healthy),
  ),
  ...LABORATORY_THINGS_28,
  ...LABORATORY_COUNTS_28,
  ...LABORATORY_NUMBERS_28,
]
