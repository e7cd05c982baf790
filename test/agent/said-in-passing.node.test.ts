/** What people say before and behind a question asks nothing and restricts nothing: the answer is the same. */
import { describe, expect, it } from 'vitest'
import { bloodBank } from '../../scripts/eval/questions/systems/bloodbank.ts'
import { threadsOver } from './threads-over.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const last = threadsOver(() => bloodBank(END_MS), END_MS)

async function answer(question: string): Promise<string> {
  return ((await last(question)).split('\n')[0] ?? '').replace(/ ?\[call_\d+\]/g, '')
}

const QUESTIONS = ['how many donors were deferred', 'errors by service', 'what broke', 'is everything ok']
const BEFORE = [
  ...[
    'quick one:',
    'for the report:',
    'boss asks:',
    'remind me',
    'can u tell me',
    'new here,',
    '@oncall',
    'good morning!',
  ],
  ...['sorry to bother,', 'out of interest,', 'so far'],
]
const BEHIND = [
  ...[
    'if possible',
    'by any chance',
    'across the board',
    ', right?',
    'on our side',
    'as far as you can see',
    'in short',
  ],
  ...['- the customer is asking', 'for the status page', '(need it for a call)', '- urgent!!', 'pls, its urgent'],
  ...['with numbers', 'for a non technical person', 'eli5', 'if you can tell', 'according to the logs'],
]

describe.each(QUESTIONS)('%s', { timeout: 240_000 }, (question) => {
  it.each([...BEFORE.map((said) => `${said} ${question}`), ...BEHIND.map((said) => `${question} ${said}`)])(
    '%s',
    async (asked) => {
      const own = await answer(question)
      expect(await answer(asked)).toContain(own.slice(0, 60))
    },
  )
})
