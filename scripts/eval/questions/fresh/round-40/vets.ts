/** Questions to the software for veterinary clinics: states, causes, single things, what cannot be answered. Fortieth round. */
import { VETS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'
import { VETS_COUNTS_40 } from './vets-counts.ts'
import { VETS_NUMBERS_40 } from './vets-numbers.ts'

const DOSE = [...VETS_INCIDENT.mechanism]
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const NOT_RELATED = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})

export const VETS_40 = [
  ask('state', 'can the vets write prescriptions again', t.verdict('yes', 'good')),
  ask('state', 'So are we back to normal in the clinics?', t.verdict('yes', 'good')),
  ask('state', 'Are treatments being saved right now? Yes or no is enough.', t.verdict('yes', 'good')),
  ask('health', 'appointment-api alright?', t.healthy),
  ask('health', 'how is device-hub doing', t.words({ saysFirst: [['device-hub']], neverFirst: ['root cause'] })),
  ask('health', 'why is patient-records refusing requests', t.denied('patient-records')),
  ask('health', 'Why did appointment-api go down last night?', t.denied('appointment-api')),
  ask(
    'health',
    'did rx-service crash at {@onset}',
    t.words({
      saysFirst: [['^\\W*no\\b', 'did(?: not|n.t)', 'no (?:sign|crash|evidence|trace|restart)']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('cause', 'vets at hillcrest could not issue prescriptions, why?', t.because(VETS_INCIDENT, 'mechanism')),
  ask('cause', 'why were treatments not saved', t.because(VETS_INCIDENT)),
  ask('cause', 'what happend tonight in vet-cloud', t.because(VETS_INCIDENT, 'mechanism')),
  ask('cause', 'where do all the 502 on front-desk come from', t.because(VETS_INCIDENT)),
  ask(
    'cause',
    'was it the new drug catalogue or the patient-records release?',
    t.words({
      saysFirst: [['catalogue', ...DOSE, 'rx-service']],
      neverFirst: ['^\\W*(?:it was |yes,? )?(?:the )?patient-records'],
    }),
  ),
  ask('since', 'when did the prescription trouble begin', t.began()),
  ask('since', 'time of the very first "cannot read dose"?', ({ world }) =>
    at(world.logs.find(m.unreadDose)?.timeMs, 20),
  ),
  ask('until', 'at what time were prescriptions fine again', t.began('recovery', 150)),
  ask('how-long', 'how many minutes was prescribing broken', t.lasted('onset', 'recovery')),
  ask('impact', 'how much damage did it do?', m.damage),
  ask('impact', 'which clinics were hit?', t.words({ names: m.CLINICS })),
  ask('impact', 'how many vets ran into a 502?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.anytime, [
        t.differentOf(t.all(m.desk, m.status(502)), 'user.id'),
        t.differentOf(t.all(m.desk, t.failed), 'user.id'),
      ]),
    ],
  })),
  ask(
    'impact',
    'Which services suffered because of rx-service?',
    t.words({ names: ['treatment-service', 'front-desk'] }),
  ),
  ask('impact', 'was POST /invoices affected too?', t.verdict('no', 'bad')),
  ask(
    'impact',
    'which drugs could not be prescribed',
    t.words({ names: m.BROKEN_DRUGS, neverFirst: ['gabapentin', 'praziquantel'] }),
  ),
  ask('deploy', 'is patient-records 5.3.0 to blame?', t.verdict('no', 'bad')),
  ask('deploy', 'when did patient-records switch to 5.3.0', t.began('release', 120)),
  ask('deploy', 'was there a new rx-service version before {@onset}?', t.verdict('no', 'bad')),
  ask('version', 'rx-service version?', t.words({ saysFirst: [['1\\.9\\.5']] })),
  ask('version', 'televet runs which build', t.words({ saysFirst: [['0\\.17\\.8']] })),
  ask('restart', 'which services restarted?', t.words({ saysFirst: [['reminder-worker']] })),
  ask('restart', 'reminder-worker restarted at what time?', t.began('restart', 90)),
  ask('next-step', 'how can we make sure that it does not come back?', t.words({ says: [['rx-service'], DOSE] })),
  ask('dependency', 'what talks to rx-service?', t.words({ names: ['treatment-service', 'front-desk'] })),
  ask(
    'dependency',
    'What does front-desk need to work?',
    t.words({ names: ['appointment-api', 'patient-records', 'rx-service', 'invoice-service'] }),
  ),
  ask('dependency', 'who uses mysql here', t.words({ saysFirst: [['invoice-service']] })),
  ask(
    'timeline',
    'chronology of the night for the postmortem pls',
    t.words({ says: [['rx-service'], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('silence', 'is there a service that went quiet tonight', t.words({ saysFirst: [['clinic-backup']] })),
  ask('silence', 'since when is clinic-backup quiet', t.began('silence', 90)),
  ask('silence', 'is clinic-backup still writing snapshots?', t.verdict('no', 'good')),
  ask(
    'lookup',
    'why did {failedRx} fail?',
    t.words({ says: [['cannot read dose', 'ParseFloat', 'invalid syntax', '\\bdose\\b']] }),
  ),
  ask('lookup', '{issuedRx} issued or not?', t.words({ says: [['issued']] })),
  ask('lookup', 'status of {declinedInvoice}', t.words({ says: [['declined']] })),
  ask('lookup', 'why was treatment {failedTreatment} not stored', t.words({ says: [['rx-service', 'dose']] })),
  ask('lookup', 'first failing service in trace {failedTrace}?', t.words({ says: [['rx-service']] })),
  ask('lookup', 'what did trace {invoiceTrace} touch', t.words({ names: ['front-desk', 'invoice-service'] })),
  ask('meaning', 'explain "strconv.ParseFloat: invalid syntax"', t.words({ says: [['rx-service'], DOSE] })),
  ask('meaning', 'which service writes "chip number not registered"', t.words({ saysFirst: [['patient-records']] })),
  ask(
    'paste',
    '{doseLine}\n^^ how often did we get this one',
    t.count(t.anytime, t.logs(m.unreadDose), t.logs(t.all(m.unreadDose, m.line('drug', 'amoxicillin')))),
  ),
  ask('paste', 'a vet sent me this, what is behind it?\n{treatmentLine}', t.because(VETS_INCIDENT)),
  ask('paste', '{relayLine}\npart of the prescription problem?', NOT_RELATED),
  ask('list', 'all services please', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'what kinds of errors did rx-service log', t.words({ says: [['cannot read dose']] })),
  ask('list', 'which endpoints does rx-service offer?', t.words({ says: [['/prescriptions'], ['/doses/check']] })),
  ask('list', 'Which device types report to the device hub?', t.words({ names: m.DEVICES })),
  ask(
    'single-record',
    'newest error of televet',
    t.words({ says: [['relay did not answer']], neverFirst: ['cannot read'] }),
  ),
  ask('single-record', 'which catalogue edition was loaded last', t.words({ says: [['w23']] })),
  ask('bare-name', 'rx-service', t.words({ saysFirst: [['rx-service']] })),

  ask('unknown', 'errors of grooming-service', t.declined('unknown', 'grooming')),
  ask('unknown', 'latency of the insurance-gateway?', t.declined('unknown', 'insurance-gateway')),
  ask('unknown', 'show me invoice INV-000017', t.declined('no_data')),
  ask('unknown-attribute', 'failed treatments per breed', t.declined('no_data')),
  ask('unknown', '503s from rx-service?', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('order', 'load catalogue w23 again', t.declined('read_only')),
  ask('order', 'scale rx-service to 4 replicas', t.declined('read_only')),
  ask('talk', 'great, that helped a lot', t.declined('small_talk')),
  ask('off-topic', 'can i give my dog ibuprofen?', t.declined('off_topic')),
  ask('ask-back', 'same but for the other one', t.declined('ask_back')),
  ask('language', 'Warum konnten keine Rezepte ausgestellt werden?', t.because(VETS_INCIDENT)),
  ask('language', 'Wie viele Termine wurden in der letzten Stunde gebucht?', t.count(t.last(60), ...m.BOOKED)),
  ask('language', '¿ya está resuelto el problema?', t.verdict('yes', 'good')),
  ask('language', "combien d'erreurs dans rx-service ?", t.count(t.anytime, ...t.errors(m.rx))),

  ...talk(
    'handover',
    ask('follow-up', 'what was broken tonight?', t.because(VETS_INCIDENT)),
    ask('follow-up', 'when did that begin, exactly', t.began()),
    ask('follow-up', 'what was behind it then', t.words({ says: [DOSE] })),
    ask('follow-up', 'fixed now?', t.verdict('yes', 'good')),
  ),
  ...talk(
    'televet',
    ask('follow-up', 'errors in televet?', t.count(t.anytime, ...t.errors(m.televet))),
    ask('follow-up', 'show me what those say', t.words({ says: [['relay did not answer']] })),
  ),
  ask('several', 'what failed, when did it start, and is it over by now?', (asked) => ({
    ...t.because(VETS_INCIDENT, 'time')(asked),
    says: [['over', 'recover', 'ended', 'no longer', 'back to', 'until', 'resolved', 'stopped']],
  })),
  ...VETS_COUNTS_40,
  ...VETS_NUMBERS_40,
]
