import { describe, expect, it } from 'vitest'
import { type QuestionKind, readQuestion } from '../../src/agent/embedded/question.ts'

const NOW_MS = Date.parse('2026-11-20T15:00:00Z')
const SERVICES = [
  'checkout-service',
  'payment-gateway',
  'inventory-service',
  'eu-contacts-service',
  'sun',
  'catalog-api',
  'web',
]

const CORPUS: readonly (readonly [string, QuestionKind])[] = [
  ['what broke?', 'what_broke'],
  ['What broke', 'what_broke'],
  ['what is broken in production?', 'what_broke'],
  ["what's wrong?", 'what_broke'],
  ['what is going on', 'what_broke'],
  ['what happened around 09:30 UTC?', 'what_broke'],
  ['What is the root cause of the incident that started around 2023-01-29T08:43:04.000Z?', 'what_broke'],
  ['why is checkout failing?', 'what_broke'],
  ['why are there so many errors in payment-gateway since 14:05?', 'what_broke'],
  ['since when is inventory-service down?', 'what_broke'],
  ['when did the errors start?', 'what_broke'],
  ['who is to blame for the outage?', 'what_broke'],
  ['which service caused the incident?', 'what_broke'],
  ['which service is the culprit', 'what_broke'],
  ['investigate the checkout problem', 'what_broke'],
  ['please diagnose the slowness', 'what_broke'],
  ['is everything ok?', 'what_broke'],
  ['is checkout healthy', 'what_broke'],
  ['checkout is slow', 'what_broke'],
  ['anything unusual or any anomalies?', 'what_broke'],
  ['we have an outage', 'what_broke'],
  ['customers get 500s', 'what_broke'],
  ['how is the system doing', 'what_broke'],
  ['where did the failures come from?', 'what_broke'],
  ['what caused the spike of errors at 14:30?', 'what_broke'],
  ['how many errors in the last hour?', 'count'],
  ['how many errors did checkout-service log today', 'count'],
  ['count warnings since 12:00', 'count'],
  ['number of log lines per service', 'count'],
  ['how often did "connection refused" appear yesterday?', 'count'],
  ['any errors?', 'count'],
  ['are there any fatal errors in payment?', 'count'],
  ['what is the error rate of checkout?', 'count'],
  ['total logs in the last 24h', 'count'],
  ['show the error trend', 'trend'],
  ['errors over time for inventory', 'trend'],
  ['are errors increasing?', 'trend'],
  ['plot warnings per minute', 'trend'],
  ['log volume this morning', 'trend'],
  ['show me errors', 'show'],
  ['show me the last 10 errors of checkout', 'show'],
  ['find "connection refused" since yesterday', 'show'],
  ['list warnings from payment-gateway between 10:00 and 10:30', 'show'],
  ['search for timeout in catalog-api', 'show'],
  ['logs of inventory-service at 14:05', 'show'],
  ['give me the newest exceptions', 'show'],
  ['errors in checkout', 'show'],
  ['grep "deadlock"', 'show'],
  ['top errors', 'top'],
  ['top 5 error patterns in the last 24 hours', 'top'],
  ['which service logs the most errors?', 'top'],
  ['what are the most common warnings', 'top'],
  ['noisiest services', 'top'],
  ['what kinds of errors does payment log?', 'top'],
  ['summarize the logs of checkout', 'top'],
  ['which errors occur in inventory?', 'top'],
  ['compare the last hour with yesterday', 'compare'],
  ['what changed since 14:00?', 'compare'],
  ['what is new in the logs?', 'compare'],
  ['is this different from yesterday?', 'compare'],
  ['new errors in the last 30 minutes', 'compare'],
  ['which log lines disappeared?', 'compare'],
  ['what is connected?', 'connected'],
  ['which services are sending data', 'connected'],
  ['list services', 'connected'],
  ['do we have traces?', 'connected'],
  ['which services went silent?', 'connected'],
  ['what data do you have', 'connected'],
  ['is everything still sending?', 'delivery'],
  ['are all sources still delivering', 'delivery'],
  ['is checkout-service still logging?', 'delivery'],
  ['which sources went silent?', 'delivery'],
  ['which streams are broken', 'delivery'],
  ['any drains that stopped?', 'delivery'],
  ['did a source stop being healthy', 'delivery'],
  ['why do I see no logs?', 'delivery'],
  ['Why am I not seeing any logs of inventory-service?', 'delivery'],
  ["why don't we get traces", 'delivery'],
  ['where are my logs', 'delivery'],
  ['logs are not showing up', 'delivery'],
  ['no data is arriving', 'delivery'],
  ['are records being rejected?', 'delivery'],
  ['what was rejected by the intake', 'delivery'],
  ['source health', 'delivery'],
  ['show the health of our log sources', 'delivery'],
  ['why were requests dropped by checkout?', 'what_broke'],
  ['why is there no connection to the database?', 'what_broke'],
  ['why was the payment rejected', 'what_broke'],
  ['find "connection refused" in the logs', 'show'],
  ['slowest endpoints of checkout', 'latency'],
  ['p99 latency per service', 'latency'],
  ['show me slow spans of catalog-api', 'latency'],
  ['who calls inventory-service?', 'dependencies'],
  ['what does checkout depend on', 'dependencies'],
  ['show the service map', 'dependencies'],
  ['cpu of payment-gateway in the last hour', 'metric'],
  ['which metrics are there?', 'metric'],
  ['show trace 0af7651916cd43dd8448eb211c80319c', 'trace'],
  ['logs of trace 0af7651916cd43dd8448eb211c80319c', 'show'],
  ['show record 01900000-0000-8000-8000-000000000001', 'detail'],
  ['help', 'help'],
  ['hello!', 'help'],
  ['what can you do?', 'help'],
  ['how do I use you', 'help'],
  ['thanks!', 'thanks'],
  ['write me a poem', 'unknown'],
  ['what is the capital of France', 'unknown'],
  ['order me a pizza', 'unknown'],
]

describe('the kind of a question', () => {
  it.each(CORPUS)('%s → %s', (question, kind) => {
    expect(readQuestion(question, NOW_MS, SERVICES).kind).toBe(kind)
  })
})

describe('what a question names', () => {
  const read = (question: string) => readQuestion(question, NOW_MS, SERVICES)

  it.each([
    ['errors of checkout', ['checkout-service']],
    ['errors of the checkout service', ['checkout-service']],
    ['errors of checkout service and payment gateway', ['checkout-service', 'payment-gateway']],
    ['why is eu-contacts-service slow', ['eu-contacts-service']],
    ['why is contacts slow', ['eu-contacts-service']],
    ['errors of Catalog', ['catalog-api']],
    ['what broke in the sun service', ['sun']],
    ['show me all errors', []],
  ])('reads the services of "%s"', (question, services) => {
    expect([...read(question).services].sort()).toEqual([...services].sort())
  })

  it('does not take a service name for a time', () => {
    expect(read('why is the sun service slow').time).toBeNull()
    expect(read('what broke in sun').time).toBeNull()
  })

  it.each([
    ['warnings of checkout', 'warn'],
    ['fatal errors', 'fatal'],
    ['errors and warnings', 'warn'],
    ['exceptions today', 'error'],
    ['logs of checkout', null],
  ])('reads the severity of "%s"', (question, severity) => {
    expect(read(question).severity).toBe(severity)
  })

  it.each([
    ['find "connection refused" in checkout', 'connection refused'],
    ['logs containing deadlock in the last hour', 'deadlock'],
    ['show logs mentioning order 4711 since 12:00', 'order 4711'],
    ['show me errors', null],
  ])('reads the text of "%s"', (question, text) => {
    expect(read(question).text).toBe(text)
  })

  it.each([
    ['top 5 errors', 5],
    ['last 20 errors of checkout', 20],
    ['errors of the last 20 minutes', null],
    ['show me 500 errors', 100],
  ])('reads the limit of "%s"', (question, limit) => {
    expect(read(question).limit).toBe(limit)
  })

  it.each([
    ['and before that?', 'before'],
    ['show me those logs', 'those'],
    ['only checkout', 'narrow'],
    ['just errors', 'narrow'],
    ['what about payment?', 'same'],
    ['and in the last 3 hours?', 'same'],
    ['why?', 'same'],
    ['more', 'more'],
    ['are you sure?', 'sure'],
    ['what broke?', null],
    ['show me errors', null],
  ])('sees that "%s" goes on from the answer before (%s)', (question, followUp) => {
    expect(read(question).followUp).toBe(followUp)
  })
})

describe('words to find', () => {
  const read = (question: string) => readQuestion(question, NOW_MS, SERVICES)

  it.each([
    ['find failed logins since yesterday', 'failed logins', 'all', null],
    ['search for deadlock in payment-gateway', 'deadlock', 'all', null],
    ['find timeout errors in checkout', 'timeout', 'all', 'error'],
    ['find errors in checkout', null, null, 'error'],
    ['find me the last 10 errors', null, null, 'error'],
    ['logs containing "no route to host"', 'no route to host', 'phrase', null],
    ['grep ECONNRESET', 'ECONNRESET', 'substring', null],
  ])('of "%s"', (question, text, textMode, severity) => {
    expect(read(question)).toMatchObject({ text, textMode, severity })
  })

  it.each([
    ['errors of orders-api', ['orders-api']],
    ['why is the billing service slow', ['billing']],
    ['errors of checkout-service', []],
    ['what broke in the sun service', []],
    ['which service is failing', []],
    ['is the faulty service back', []],
  ])('and names it has not seen in "%s"', (question, unknownServices) => {
    expect(read(question).unknownServices).toEqual(unknownServices)
  })
})
