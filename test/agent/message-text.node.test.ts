import { describe, expect, it } from 'vitest'
import { messageText, spokenText } from '../../src/agent/message-text.ts'

describe('the message of a line', () => {
  it.each([
    ['pino', '{"level":50,"msg":"card \\"1\\" declined","err":"x"}', 'card "1" declined'],
    ['Serilog, compact', '{"@t":"2026-01-01T00:00:00Z","@m":"Order 7 placed","@l":"Error"}', 'Order 7 placed'],
    ['Serilog', '{"Timestamp":"t","Level":"Error","RenderedMessage":"Order 7 placed"}', 'Order 7 placed'],
    ['GELF', '{"version":"1.1","short_message":"Order 7 placed","level":3}', 'Order 7 placed'],
    ['logfmt', 'level=error msg="order 7 placed" user=ann', 'order 7 placed'],
    ['plain text', 'order 7 placed', 'order 7 placed'],
  ])('is what a person would read, in %s', (_, line, message) => {
    expect(messageText(line)).toBe(message)
  })

  it('leaves out the time, level and logger that its format puts before it', () => {
    expect(spokenText('2026-01-01T00:00:00Z ERROR [main] com.shop.Cart - cart 7 is empty')).toBe('cart 7 is empty')
  })
})

it.each([
  ['I1120 14:07:19.312000 1 loop.go:152] "config r118 loaded"', '"config r118 loaded"'],
  ['t=<*> lvl=ERR comp=dispo stadt=berlin evt="<*>"', 'comp=dispo stadt=berlin evt="<*>"'],
  ['level=error msg="pool exhausted" pool=db', 'pool exhausted'],
  ['<*> <*> web-<*> ERROR [worker-<*>] com.shop.Cart - cart <*> dropped', 'cart <*> dropped'],
  ['2026-01-01T00:00:00.1Z  WARN 7 --- [cart] [exec-3] c.s.Cart   : cart 7 dropped', 'cart 7 dropped'],
  ['22:24:18.261 request_id=28e2 [error] bid 7 not placed', 'bid 7 not placed'],
  ['2026-11-20 15:00:07;WARNING;QUAY;berth 4 is taken', 'berth 4 is taken'],
  ['2026-01-01 10:00:00 web-1 is in ERROR state', '2026-01-01 10:00:00 web-1 is in ERROR state'],
])('shows %j without what its format puts before it', (line, shown) => {
  expect(spokenText(line)).toBe(shown)
})
