/** What stands around a question and asks nothing is taken off, whoever asks; what restricts stays. */
import { describe, expect, it } from 'vitest'
import { withoutWrapping } from '../../src/agent/questions/reader/wrapping.ts'

const isOfData = (word: string): boolean => /^(?:android|silk|toll-svc)$/.test(word)
const plain = (message: string): string => withoutWrapping(message, isOfData)

describe('talk around a question', () => {
  it.each([
    ['the town council wants to know how many permits were refused, can you tell me', 'how many permits were refused'],
    ['The minister is asking me how many permits were refused', 'how many permits were refused'],
    ['I promised the dean a number. How many exams were late?', 'How many exams were late?'],
    ['how many sheep got lost, i need the number for the head shepherd', 'how many sheep got lost'],
    ['what is with parcel PX-27108, customer is waiting on the line', 'what is with parcel PX-27108'],
    ['failed requests per service since 22:11, a small table if you can', 'failed requests per service since 22:11'],
    ['we are preparing a speech for the mayor; share of tolls that failed?', 'share of tolls that failed?'],
    ['Sorry to bother you, I am not technical, how many ferries were late?', 'how many ferries were late?'],
    ['my aunt from sales would like to know which plan fails most', 'which plan fails most'],
    ['which services do you see, all names please', 'which services do you see'],
    ['i need a number for the mayor: how many alarms were raised?', 'how many alarms were raised?'],
    ['I need the number of work orders, per district', 'the number of work orders, per district'],
    ['I believe you can tell me how many tolls came in', 'how many tolls came in'],
  ])('"%s"', (message, question) => {
    expect(plain(message)).toBe(question)
  })

  it.each([
    'how many tickets were sold? I need it for android',
    'jobs waiting in the queue, how many',
    'the operator wrote that gate 3 is stuck, how many gates are stuck?',
    'customers say they cannot pay, what is it?',
    'how many drivers are waiting?',
    'orders are waiting, how many are waiting?',
    'how many calls failed, I want only the last 10 minutes',
    'toll-svc wants a restart, why?',
  ])('nothing of "%s"', (message) => {
    expect(plain(message)).toBe(message)
  })
})
