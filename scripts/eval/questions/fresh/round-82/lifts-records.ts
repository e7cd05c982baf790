/** Questions about single records of the lift company: ids, traces, pasted lines, lists. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as v from './rows.ts'

const PASTED = [
  ask('paste', '{bridgeLine}\nwhat is this about? log is full of it', t.words({ says: [v.INCIDENT.mechanism] })),
  ask(
    'paste',
    'got this one:\n{plannerLine}\nhow many times in all',
    t.count(t.anytime, v.lines(t.of('callout-planner'), /no technician reached/)),
  ),
  ask('paste', '{muteLine}\nwhen did this begin', v.lineAt(/shown without voice/, false, 60)),
  ask('paste', 'count lines like {checksumLine}', t.count(t.anytime, v.lines(v.ingest, /checksum differs/))),
]

const LOOKUPS = [
  ask('lookup', 'did anybody ever go to the people behind alarm {goodAlarm}', t.verdict('yes', 'fact')),
  ask(
    'lookup',
    'what became of alarm {muteAlarm}',
    t.words({ says: [['without voice', 'no voice', 'put back', 'no technician']] }),
  ),
  ask('lookup', 'call-out {lostCallout}: was a technician found?', t.verdict('no', 'fact')),
  ask(
    'lookup',
    'customer says report {lostReport} was never handled. what went wrong with it?',
    t.words({
      says: [['not passed on', 'callout-planner', '50[23]', 'fail']],
    }),
  ),
  ask(
    'lookup',
    'which lift is inspection {failedInspection} about',
    v.fromLine('failedInspection', (id) => new RegExp(`^inspection ${id} of (L-\\d+)`)),
  ),
  ask(
    'lookup',
    'parts in reservation {reservation}?',
    v.fromLine('reservation', (id) => new RegExp(`^reservation ${id}: \\d+ x (\\S+) from`)),
  ),
  ask('lookup', 'trace {lostReportTrace} - where does it fail', t.words({ names: ['voice-bridge'] })),
  ask(
    'lookup',
    'how long had {finishedJob} taken (minutes)',
    v.fromLine('finishedJob', (id) => new RegExp(`^${id} finished after (\\d+) min`)),
  ),
]

const SINGLES = [
  ask('single-record', 'latest failed inspection, what failed', ({ world }) => ({
    says: [[/failed: (.+)$/.exec(v.rowOf(world, /^inspection IN-\S+ of \S+ failed/, true).message)?.[1] ?? '']],
  })),
  ask('single-record', 'when was telvox last used successfully', v.lineAt(/connected over telvox/, true, 60)),
  ask('slowest', 'slowest request of tech-api, which route', ({ world }) => {
    const slowest = world.spans
      .filter((span) => span.isEntry && span.service === 'tech-api')
      .toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))[0]
    return { says: [[String(slowest?.attributes['http.route']).replaceAll(/[{}]/g, '\\$&')]] }
  }),
  ask('list', 'show me the invoices that could not be mailed to klinikum', ({ world }) => ({
    names: t
      .logRows(v.where(v.billing, /for klinikum not mailed/))(world)
      .map(({ message }) => /INV-\d+/.exec(message)?.[0] ?? ''),
  })),
  ask('attribute', 'what values does contract.tier have', t.words({ names: ['basic', 'plus', 'full'] })),
]

export const LIFTS_RECORDS = [...PASTED, ...LOOKUPS, ...SINGLES]
