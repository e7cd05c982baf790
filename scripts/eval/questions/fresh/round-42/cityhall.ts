/** Questions to the city's online services: states, causes, single things, what cannot be answered. Forty-second round. */
import { CITYHALL_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { CITYHALL_COUNTS_42 } from './cityhall-counts.ts'
import { CITYHALL_NUMBERS_42 } from './cityhall-numbers.ts'
import * as m from './rows.ts'

const { mechanism: MIX } = CITYHALL_INCIDENT
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const NOT_IT = t.words({
  saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated', 'warning']],
  neverFirst: ['^\\W*yes\\b'],
})

export const CITYHALL_42 = [
  ask('state', 'can people register their flat online again?', t.verdict('yes', 'good')),
  ask('state', 'portal-web fine at this moment?', t.verdict('yes', 'good')),
  ask('state', 'residence-registry still throwing 500s?', t.verdict('no', 'bad')),
  ask('state', 'Is the registration problem solved, or do I have to wake someone?', t.verdict('yes', 'good')),
  ask('health', 'termin-service all right?', t.healthy),
  ask('health', 'is anything the matter with citizen-login', t.verdict('no', 'bad')),
  ask('health', 'why is the termin-service down?', t.denied('termin-service')),
  ask('cause', 'moving house online gave an error, what was the reason?', t.because(CITYHALL_INCIDENT, 'mechanism')),
  ask('cause', 'why did portal-web answer 502', t.because(CITYHALL_INCIDENT)),
  ask('cause', 'what was wrong between {@onset} and {@recovery}?', t.because(CITYHALL_INCIDENT)),
  ask('cause', 'why did amt-chatbot fail?', t.because(CITYHALL_INCIDENT)),
  ask(
    'cause',
    'was it mysql, the chatbot restart or the new fines-desk?',
    t.words({
      saysFirst: [['mysql', 'residence-registry', ...MIX]],
      neverFirst: ['^\\W*(?:it was )?(?:the )?(?:chatbot|new fines|amt-chatbot|fines-desk)'],
    }),
  ),
  ask('since', 'since when could nobody register', t.began()),
  ask('since', 'when did the registry recover?', t.began('recovery', 150)),
  ask('how-long', 'how long was registering broken?', t.lasted('onset', 'recovery')),
  ask('impact', 'how much damage did the registry thing do?', m.damage),
  ask(
    'impact',
    'how many citizens got a 502?',
    t.count(t.anytime, t.differentOf(t.all(m.portal, t.failed), 'citizen.id'), ...m.atPortal(502)),
  ),
  ask(
    'impact',
    'which services suffered from the registry failure?',
    t.words({ names: ['residence-registry', 'portal-web', 'amt-chatbot'] }),
  ),
  ask('impact', 'were appointments affected too?', t.verdict('no', 'bad')),
  ask('impact', 'did paying a fine work the whole time', t.verdict('yes', 'good')),
  ask('deploy', 'what got rolled out in the last 70 minutes', t.words({ says: [['fines-desk'], ['3\\.14\\.0']] })),
  ask('deploy', 'is fines-desk 3.14.0 to blame?', t.verdict('no', 'bad')),
  ask('deploy', 'at what time did 3.14.0 go live', t.began('release', 120)),
  ask('deploy', 'any new version of residence-registry before it broke?', t.verdict('no', 'bad')),
  ask('version', 'what build of the citizen-login do we run', t.words({ saysFirst: [['4\\.1\\.0']] })),
  ask('version', 'fines-desk: previous version?', t.words({ saysFirst: [['3\\.13\\.4']] })),
  ask('restart', 'has the chatbot been restarted?', t.verdict('yes', 'fact')),
  ask('restart', 'when did amt-chatbot come back up', t.began('restart', 90)),
  ask('next-step', 'who should look at it and where do they begin', t.words({ says: [['residence-registry']] })),
  ask('dependency', 'who talks to residence-registry', t.words({ names: ['portal-web', 'amt-chatbot'] })),
  ask('dependency', 'what sits behind the fines-desk?', t.words({ names: ['epay-bridge'] })),
  ask('dependency', 'which of our services go to mysql', t.words({ names: ['residence-registry'] })),
  ask(
    'timeline',
    'write me the sequence of events for the mayor',
    t.words({ says: [['residence-registry'], ['\\d\\d:\\d\\d']], neverFirst: ['log records'] }),
  ),
  ask('silence', 'did one of our services stop logging?', t.words({ saysFirst: [['notice-mailer']] })),
  ask('silence', 'is notice-mailer still sending reminders', t.verdict('no', 'good')),
  ask('silence', 'since when no more lines from notice-mailer?', t.began('silent', 90)),
  ask(
    'lookup',
    'what became of {failedRegistration}',
    t.words({ says: [['not stored', 'collation', 'failed', '\\b500\\b']] }),
  ),
  ask('lookup', 'letter {asideLetter}, why not printed', t.words({ says: [['incomplete', 'put aside']] })),
  ask('lookup', 'in which office is {booking}?', ({ world }) => {
    const found = world.logs.find((log) => log.body.includes(world.names['booking'] ?? '-'))
    return { says: [[/"office":"([^"]+)"/.exec(found?.body ?? '')?.[1] ?? '']] }
  }),
  ask('lookup', 'which service made trace {failedTrace} fail?', t.words({ says: [['residence-registry']] })),
  ask('lookup', 'trace {bookedTrace}: who took part', t.words({ names: ['portal-web', 'termin-service'] })),
  ask('meaning', 'what is an illegal mix of collations?', t.words({ says: [['residence-registry'], ['collation']] })),
  ask('paste', '{mixLine}\nhow many lines like this one?', t.count(t.anytime, t.logs(m.mix))),
  ask('paste', '{upstreamLine}\nwhere does this come from', t.because(CITYHALL_INCIDENT)),
  ask('paste', '{takenLine}\npart of the incident?', NOT_IT),
  ask('list', 'list all the services of the city', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'what does amt-chatbot measure?',
    t.words({ names: ['chat.sessions.active', 'process_restarts', 'chat_tokens_total'] }),
  ),
  ask('single-record', 'latest error of residence-registry?', t.words({ says: [['collation', 'not stored']] })),
  ask('single-record', 'when did a payment get declined the last time', ({ world }) =>
    at(world.logs.findLast(m.declined)?.timeMs, 20),
  ),
  ask('bare-name', 'residence-registry', t.words({ saysFirst: [['residence-registry']] })),
  ask('typo', 'is the chatbott ok', t.verdict('yes', 'good')),

  ask('unknown', 'errors of dog-license-service', t.declined('unknown', 'dog-license')),
  ask('unknown', 'is the oracle database overloaded?', t.declined('unknown', 'oracle')),
  ask('unknown', 'what happened to registration RG-99999?', t.declined('no_data')),
  ask('unknown-attribute', 'failed registrations by nationality', t.declined('no_data')),
  ask('order', 'please restart residence-registry for me', t.declined('read_only')),
  ask('order', 'cancel appointment {booking}', t.declined('read_only')),
  ask('talk', 'hi, night shift here', t.declined('small_talk')),
  ask('talk', 'great work, thank you', t.declined('small_talk')),
  ask('off-topic', 'which documents do I need for a new passport?', t.declined('off_topic')),
  ask('ask-back', 'and the other ones?', t.declined('ask_back')),
  ask('language', 'Warum konnte man sich nicht ummelden?', t.because(CITYHALL_INCIDENT)),
  ask('language', 'Wie viele Termine wurden in der letzten halben Stunde gebucht?', t.count(t.last(30), ...m.BOOKED)),
  ask('language', '¿qué servicio ha dejado de enviar datos?', t.words({ saysFirst: [['notice-mailer']] })),
  ask('language', 'combien de paiements refusés par epay-bridge ?', t.count(t.anytime, ...m.DECLINED)),

  ...talk(
    'incident',
    ask('follow-up', 'something went wrong this hour, what', t.because(CITYHALL_INCIDENT)),
    ask('follow-up', 'at what time did that begin', t.began()),
    ask('follow-up', 'and it is over now?', t.verdict('yes', 'good')),
    ask('follow-up', 'what was the reason behind it', t.words({ says: [MIX] })),
  ),
  ask('several', 'which service broke, when did it start and is it over?', (asked) => ({
    ...t.because(CITYHALL_INCIDENT, 'time')(asked),
    says: [['over', 'recovered', 'ended', 'no longer', 'until', 'back to', 'normal']],
  })),
  ...CITYHALL_COUNTS_42,
  ...CITYHALL_NUMBERS_42,
]
