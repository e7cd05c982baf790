import { describe, expect, test } from 'vitest'
import type { Expectation } from '../../../scripts/eval/questions/expectation.ts'
import { judge } from '../../../scripts/eval/questions/judge/judge.ts'

const NOW_MS = Date.parse('2026-11-22T06:40:00Z')
function verdict(question: string, text: string, expected: Expectation, rows: readonly string[] = []): string {
  return judge({ question, answer: { text, rows }, expect: expected, nowMs: NOW_MS }).verdict
}

const BAD_GATEWAYS: Expectation = { numbers: [{ value: 572, unit: 'count' }] }
describe('a count', () => {
  const question = 'how many 502 responses did edge-proxy return in the last hour?'
  test.each([
    ['**572 requests** to `edge-proxy` ended in 502 from 05:40:00 UTC to 06:40:00 UTC. [call_2]'],
    ['572 of 4,856 requests to `edge-proxy` ended in 502 in the last 60 minutes.'],
    ['I took "edge proxy" as `edge-proxy`. It answered 502 **572** times [1].'],
    ['`edge-proxy` returned HTTP 502 572 times.\n\n- GET /search: 300'],
    ['I left out: please. **572** responses of `edge-proxy` were 502.'],
  ])('is right in the headline: %s', (text) => {
    expect(verdict(question, text, BAD_GATEWAYS)).toBe('right')
  })
  test.each([
    ['**4,545 log records** of `edge-proxy` from 05:40:00 UTC to 06:40:00 UTC. [call_2]\n\n- 502: 572'],
    ['**4,856 requests** reached `edge-proxy`, and 572 of another kind.'],
    ['I left out: 502. **4,856** requests reached `edge-proxy`.'],
    ['No responses of `edge-proxy` ended in 502.'],
    ['**57 requests** ended in 502.'],
    ['Between 1 and 100,000 of them: 4,856 or 4,545 or 300 or 572.'],
  ])('of something else is wrong: %s', (text) => {
    expect(verdict(question, text, BAD_GATEWAYS)).toBe('wrong')
  })
  test.each([
    ['I could not tell what you want to know. Try "how many errors in the last hour?".'],
    ['I did not understand the word "bork".'],
    ['Did you mean responses with status 502, or requests that mention 502?'],
  ])('that is not claimed is honest: %s', (text) => {
    expect(verdict(question, text, BAD_GATEWAYS)).toBe('honest')
  })
  test('in the place of what is no count is wrong, unless it is about the words asked for', () => {
    const timeline: Expectation = { says: [['06:1[89]'], ['pricing-service']] }
    expect(verdict('give me a timeline', '**33,981 log records** from 05:40 UTC.', timeline)).toBe('wrong')
    const meaning: Expectation = { says: [['pricing-service']] }
    const text = '**347 log records** matching `risk check unavailable` from 05:40 UTC.'
    expect(verdict('what does "risk check unavailable" mean?', text, meaning)).toBe('unhelpful')
    const two: Expectation = { says: [['\\b686\\b'], ['\\b29\\b']] }
    expect(verdict('how many a and how many b?', '**686 requests** of a.', two)).toBe('unhelpful')
  })
  test('is wrong when only other numbers are listed', () => {
    const text = 'Requests per operation, most failed first:\n\n- `edge-proxy GET /search`: 813 requests, 94 failed'
    expect(verdict(question, text, BAD_GATEWAYS)).toBe('wrong')
  })
  test('that only stands in a list below is unhelpful', () => {
    const text = 'Requests per operation, most failed first:\n\n- `edge-proxy GET /search`: 813 requests, 572 failed'
    expect(verdict(question, text, BAD_GATEWAYS)).toBe('unhelpful')
  })
  test('is right with either of two fair readings, and only those', () => {
    const either: Expectation = { numbers: [{ value: 503, unit: 'count', also: [506] }] }
    expect(verdict('errors of x', '**506 failed requests** of `x`.', either)).toBe('right')
    expect(verdict('errors of x', '**513 failed requests** of `x`.', either)).toBe('wrong')
  })
  test('of none is said in words', () => {
    const none: Expectation = { numbers: [{ value: 0, unit: 'count' }] }
    expect(verdict('errors of x', '**No log records of `x`** with severity error.', none)).toBe('right')
    expect(verdict('errors of x', 'No, `x` logged 12 errors.', none)).toBe('wrong')
  })
  test('of none is zero although the number it was taken from is printed', () => {
    const none: Expectation = { numbers: [{ value: 0, unit: 'count' }] }
    expect(verdict('how many failed?', 'None: no request of 1,200 failed.', none)).toBe('right')
    expect(verdict('how many failed?', 'Not a single one of 1,200 requests failed.', none)).toBe('right')
    expect(verdict('how many failed?', 'None: no request of 1,200 failed.', BAD_GATEWAYS)).toBe('wrong')
    expect(verdict('how many failed?', 'No longer any of those: **12** failed.', none)).toBe('wrong')
    expect(verdict('how many failed?', '1,200 failed, none of them recovered.', none)).toBe('wrong')
  })
  test('of none is an answer although the question names a version with a zero', () => {
    const text = '**0** requests of `web` with `service.version` `4.3.0`, 05:40:00–06:40:00 UTC.'
    expect(verdict('how many 502 while web 4.3.0 was live?', text, BAD_GATEWAYS)).toBe('wrong')
  })

  test('echoed from the question is not an answer', () => {
    const text = 'Looked at status 502 on `edge-proxy` in the last 60 minutes, p95 included, since 05:40.'
    expect(verdict(question, text, BAD_GATEWAYS)).toBe('unhelpful')
  })
})

describe('other quantities', () => {
  test('a share needs the share, as percent or as "x of y"', () => {
    const share: Expectation = { numbers: [{ value: 33.3, unit: 'percent', tolerance: 0.03 }] }
    const question = 'error rate of checkout-service in the last 30 minutes'
    expect(verdict(question, '**33 %** of requests failed (65 of 195).', share)).toBe('right')
    expect(verdict(question, '65 of 195 requests of `checkout-service` failed.', share)).toBe('right')
    expect(verdict(question, '**130 log records** of `checkout-service` with severity error.', share)).toBe('wrong')
    expect(verdict(question, '**53 %** of requests failed.', share)).toBe('wrong')
  })
  test('a duration may be in another unit', () => {
    const duration: Expectation = { numbers: [{ value: 2600, unit: 'ms', tolerance: 0.05 }] }
    expect(verdict('mean of x', 'The mean is **2.6 s** over 280 requests.', duration)).toBe('right')
    expect(verdict('mean of x', 'p50 is **120 ms**.', duration)).toBe('wrong')
  })
  test('a rate per minute is the same as one per second', () => {
    const rate: Expectation = { numbers: [{ value: 1.35, unit: 'per_second', tolerance: 0.06 }] }
    expect(verdict('request rate of x', '**81 requests per minute** on average.', rate)).toBe('right')
    expect(verdict('request rate of x', '**1.35** requests per second of `x`: 4,856 in 60 min.', rate)).toBe('right')
    expect(verdict('request rate of x', '**1.35/s**, 4,856 requests in the hour.', rate)).toBe('right')
    expect(verdict('request rate of x', '**9,576 requests** in the hour.', rate)).toBe('wrong')
  })
  test('bytes may be plain or human, and a maximum of averages is no maximum', () => {
    const bytes: Expectation = { numbers: [{ value: 845_702_974, unit: 'bytes', tolerance: 0.001 }] }
    expect(verdict('max memory of x', 'At most **846 MB**.', bytes)).toBe('right')
    expect(verdict('max memory of x', 'At most **806.5 MiB**.', bytes)).toBe('right')
    expect(verdict('max memory of x', 'At most 845702974 By.', bytes)).toBe('right')
    expect(verdict('max memory of x', 'At most **743 MB**.', bytes)).toBe('wrong')
  })
  test('a comparison needs both numbers', () => {
    const both: Expectation = {
      numbers: [
        { value: 0, unit: 'count' },
        { value: 894, unit: 'count' },
      ],
    }
    const question = 'compare errors of x 03:40-03:50 with 03:52-04:02'
    expect(verdict(question, '**0** errors from 03:40 to 03:50, **894** from 03:52 to 04:02.', both)).toBe('right')
    expect(verdict(question, '**0 log records** from 03:40 to 03:50, against 0 before it.', both)).toBe('wrong')
  })
  test('groups need each name with its number, in lines or in tables', () => {
    const groups: Expectation = {
      groups: { north: { value: 266, unit: 'count' }, south: { value: 88, unit: 'count' } },
    }
    const question = 'failed requests by clinic'
    expect(verdict(question, 'By `clinic`:\n\n- `north`: 266\n- `south`: 88', groups)).toBe('right')
    expect(verdict(question, 'By clinic:', groups, ['clinic: north; count: 266', 'clinic: south; count: 88'])).toBe(
      'right',
    )
    expect(verdict(question, 'By clinic: north 266, south 88.', groups)).toBe('right')
    expect(verdict(question, 'By clinic: north 88, south 266.', groups)).toBe('wrong')
    expect(verdict(question, '**1,509 log records**.\n\n- `portal-bff`: 503', groups)).toBe('wrong')
    expect(verdict(question, 'Here is a list.', groups)).toBe('unhelpful')
  })
})

describe('a cause', () => {
  const expected: Expectation = {
    first: { name: 'pricing-service', among: ['pricing-service', 'catalog-api', 'edge-proxy'] },
    says: [['quer', 'database']],
    time: { at: '2026-11-22T06:19:00Z', toleranceS: 150 },
    never: ['nothing broke'],
  }
  test('is the first service named, with mechanism and time', () => {
    const text =
      '`pricing-service`: queries went from 5 ms to 2.7 s at 06:18; 51 % of requests end in 502 at `edge-proxy`.'
    expect(verdict('what broke?', text, expected)).toBe('right')
    const symptom = '`catalog-api` fails since 06:18, because `pricing-service` has slow queries.'
    expect(verdict('what broke?', symptom, expected)).toBe('right')
    const reversed = '`pricing-service` fails since 06:18, because `catalog-api` has slow queries.'
    expect(verdict('what broke?', reversed, expected)).toBe('wrong')
    const other = '`catalog-api`: queries went from 5 ms to 2.7 s at 06:18; `pricing-service` is slow too.'
    expect(verdict('what broke?', other, expected)).toBe('wrong')
    expect(verdict('what broke?', text.replace('06:18', '05:40'), expected)).toBe('wrong')
    expect(verdict('what broke?', 'Nothing broke that the telemetry shows.', expected)).toBe('wrong')
    expect(verdict('what broke?', '`pricing-service` fails since 06:18.', expected)).toBe('unhelpful')
  })
  test('is not the service that is denied', () => {
    const among = ['db', 'web', 'cache']
    const cause: Expectation = { first: { name: 'db', among } }
    expect(verdict('what broke?', '`web` is not the cause: `db` ran out of connections.', cause)).toBe('right')
    expect(verdict('what broke?', 'It was not caused by `cache`; `db` ran out of connections.', cause)).toBe('right')
    expect(verdict('what broke?', '`db` is not the root cause: `web` is slow.', cause)).toBe('wrong')
    expect(verdict('what broke?', '`web` is the cause, not because of `cache`.', cause)).toBe('wrong')
  })
  test('a name that the question says is no answer', () => {
    const text = '`edge-proxy` fails because `pricing-service` has slow queries since 06:19 UTC.'
    expect(verdict('why does edge-proxy fail?', text, expected)).toBe('right')
  })
  test('the end of a window is not a start', () => {
    const text = '`pricing-service` has slow queries, from 06:17:00 UTC to 06:40:00 UTC.'
    expect(verdict('what broke?', text, expected)).toBe('unhelpful')
  })
})

describe('yes and no', () => {
  test('is read from the first words, else from what they mean', () => {
    const bad: Expectation = { verdict: { is: 'no', sense: 'good' } }
    expect(verdict('is the shop ok?', 'No: 52 % of requests failed in the last five minutes.', bad)).toBe('right')
    expect(verdict('is the shop ok?', '52 % of requests fail.', bad)).toBe('right')
    expect(verdict('is the shop ok?', '**Nothing broke that the telemetry shows**.', bad)).toBe('wrong')
    expect(verdict('is the shop ok?', '**33,981 log records** were received.', bad)).toBe('wrong')
    expect(verdict('is the shop ok?', 'Here is what I know about the shop.', bad)).toBe('unhelpful')
    const good: Expectation = { verdict: { is: 'yes', sense: 'good' } }
    expect(verdict('is it over?', '`a` is no longer failing since 06:32.', good)).toBe('right')
    expect(verdict('is a ok?', '0 of 400 requests failed in the last five minutes.', good)).toBe('right')
    expect(verdict('is a ok?', 'No requests failed in the last five minutes.', good)).toBe('right')
    expect(verdict('is a ok?', '50 % of requests failed in the last five minutes.', good)).toBe('wrong')
    expect(verdict('is auth-service ok?', '`auth-service` is healthy: 0 of 1,724 requests failed.', good)).toBe('right')
    expect(verdict('is auth-service ok?', '**Root cause: `auth-service`** since 03:51.', good)).toBe('wrong')
    expect(verdict('is auth-service ok?', '**Root cause: `pricing-service`** since 03:51.', good)).toBe('unhelpful')
  })
  test('trouble that is denied is health', () => {
    const silent: Expectation = { verdict: { is: 'no', sense: 'bad' } }
    const trouble: Expectation = { verdict: { is: 'yes', sense: 'bad' } }
    for (const text of ['No service went silent.', 'None of them has gone quiet.', 'Nothing else fails.']) {
      expect(verdict('has anything gone quiet?', text, silent)).toBe('right')
      expect(verdict('has anything gone quiet?', text, trouble)).toBe('wrong')
    }
    expect(verdict('has anything gone quiet?', '`web` went silent, no other.', trouble)).toBe('right')
  })
  test('nothing to measure is no verdict', () => {
    const expected: Expectation = { verdict: { is: 'no', sense: 'bad' } }
    const none = 'There were no requests with the text `shift=is` to measure, 05:40–06:40 UTC.'
    expect(verdict('is there something ongoing?', none, expected)).not.toBe('right')
    expect(verdict('is a failing?', 'There were no failed requests of `a`.', expected)).toBe('right')
  })

  test('none of a kind of error is a no', () => {
    const expected: Expectation = { verdict: { is: 'no', sense: 'bad' } }
    expect(verdict('anything FATAL?', '**0** fatal errors, 05:40–06:40 UTC.', expected)).toBe('right')
    expect(verdict('anything FATAL?', '**10** fatal errors, 05:40–06:40 UTC.', expected)).not.toBe('right')
  })

  test('a direction is a yes or a no', () => {
    const rising: Expectation = { verdict: { is: 'yes', sense: 'up' } }
    expect(verdict('is the backlog rising?', '`depot.backlog` rose from 20 to 280.', rising)).toBe('right')
    expect(verdict('is the backlog rising?', '`depot.backlog` is steady.', rising)).toBe('wrong')
  })
})

describe('what cannot be answered', () => {
  const unknown: Expectation = { decline: 'unknown', says: [['kafka']] }
  test('an unknown name is said, and nothing else is answered', () => {
    expect(verdict('is kafka lagging?', 'There is no service `kafka` in this project. Known: `a`, `b`.', unknown)).toBe(
      'right',
    )
    expect(verdict('is kafka lagging?', '**Root cause: `a`** since 03:51.', unknown)).toBe('wrong')
    expect(verdict('is kafka lagging?', '**1,509 log records** with severity error.', unknown)).toBe('wrong')
    expect(verdict('is kafka lagging?', 'I could not tell what you want to know.', unknown)).toBe('honest')
    expect(verdict('is kafka lagging?', 'There is no `kafka`. **4,545 requests** failed.', unknown)).toBe('wrong')
  })
  test('who has nothing of a name and answers nothing else has said it', () => {
    const text = 'I have no telemetry of "kafka", so I cannot answer. Known: `a`.'
    expect(verdict('is kafka lagging?', text, unknown)).toBe('right')
    const offTopic: Expectation = { decline: 'off_topic' }
    expect(verdict('a poem', 'I cannot answer that: I only know this project’s telemetry.', offTopic)).toBe('right')
    const none = 'I could not find "payments" here, so I give no number. Did you mean:\n\n- how many errors?'
    expect(verdict('how many payments?', none, BAD_GATEWAYS)).toBe('honest')
    const absent: Expectation = { decline: 'no_data', says: [['PX-1']] }
    expect(verdict('show PX-1', '**0** log records with the text `px-1`.', absent)).toBe('right')
  })
  test('what was left out excuses no false time', () => {
    const time: Expectation = { time: { at: '2026-11-22T06:30:00Z', toleranceS: 120 } }
    expect(verdict('when did a recover?', 'I left out: recover. Since **06:10:40 UTC**.', time)).toBe('wrong')
  })
  test('what only reads refuses, and lists nothing', () => {
    const readOnly: Expectation = { decline: 'read_only' }
    expect(verdict('delete all logs', 'I only read telemetry: I cannot delete anything.', readOnly)).toBe('right')
    expect(verdict('delete all logs', '**688 log records** of `notify-svc`.', readOnly)).toBe('wrong')
    expect(verdict('delete all logs', 'Deleted.', readOnly)).toBe('unhelpful')
  })
  test('small talk gets a short line', () => {
    const talk: Expectation = { decline: 'small_talk' }
    expect(verdict('thanks', 'You are welcome.', talk)).toBe('right')
    expect(verdict('thanks', 'I could not tell what you want to know.', talk)).toBe('honest')
    expect(verdict('thanks', Array.from({ length: 80 }, () => 'word').join(' '), talk)).toBe('unhelpful')
  })
  test('who answers something else after leaving words out has not declined', () => {
    const text = 'I left out: kubectl. No deployment of `web` was seen, 05:40:00–06:40:00 UTC.'
    expect(verdict('kubectl rollout restart web', text, { decline: 'read_only' })).toBe('unhelpful')
    const silent = 'I could not find "kubectl" in this telemetry, so I give no number.'
    expect(verdict('kubectl rollout restart web', silent, { decline: 'read_only' })).toBe('honest')
  })

  test('a word that was not found makes no small talk and no refusal of other subjects', () => {
    const text =
      'I could not find "cheers", "brilliant" in this telemetry, so I give no number. Did you mean: what broke?'
    expect(verdict('cheers mate, brilliant', text, { decline: 'small_talk' })).toBe('honest')
    expect(verdict('postgres or mysql?', text, { decline: 'off_topic' })).toBe('honest')
  })

  test('other ways to ask are no answer to an order', () => {
    const text = 'I could not find "firewall" here, so I give no number. Did you mean:\n\n- pls whitelist 10.40.2.9 in?'
    expect(verdict('pls whitelist 10.40.2.9 in the firewall', text, { decline: 'read_only' })).toBe('honest')
  })

  test('a name that was only left out is not said', () => {
    const expected: Expectation = { says: [['LMC334'], ['fail']] }
    const text = 'I left out: lmc334. **No**: it is not ok. 27.2 % of requests fail.'
    expect(verdict('PNR LMC334: status?', text, expected)).not.toBe('right')
    expect(verdict('PNR LMC334: status?', 'Check-in of `LMC334` failed.', expected)).toBe('right')
    const first: Expectation = { saysFirst: [['scan-ingest']] }
    expect(verdict('scna-ingest?', 'I took "scna-ingest" for scan-ingest. It is failing.', first)).toBe('right')
  })

  test('who gives no answer is honest: neither the echoed words nor the listed names are an answer', () => {
    const none = (words: string) =>
      `I have no telemetry of ${words}, so I cannot answer. These services send telemetry: \`web\`, \`db\`.`
    const cause: Expectation = { first: { name: 'db', among: ['web', 'db'] }, says: [['disk']] }
    expect(verdict('is it the network or the disk?', none('"network", "disk"'), cause)).toBe('honest')
    expect(verdict('anything broken atm', none('"atm"'), { verdict: { is: 'yes', sense: 'bad' } })).toBe('honest')
    const number = 'I could not find "volume" in this telemetry, so I give no number. **4,545** records match the rest.'
    expect(verdict('how full is the volume?', number, { numbers: [{ value: 97, unit: 'percent' }] })).toBe('wrong')
  })

  test('a condition that no attribute has is asked back', () => {
    const askBack: Expectation = { decline: 'ask_back', says: [['premium']] }
    expect(verdict('failed requests of premium users', 'Did you mean `tenant.id` = `premium`?', askBack)).toBe('right')
    expect(verdict('failed requests of premium users', '**581 failed requests**.', askBack)).toBe('wrong')
  })
  test('not having understood is never right, whatever words stand in it', () => {
    const text =
      'I could not tell what you want to know about `pricing-service`. Try "what failed since 06:19?" or queries.'
    expect(verdict('pricing-service', text, { saysFirst: [['pricing-service']], says: [['fail']] })).toBe('honest')
  })
})
