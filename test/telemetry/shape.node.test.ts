import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OTHER_SHAPE, ShapeLimiter } from '../../src/telemetry/shape/limiter.ts'
import { assembleBody, PLACEHOLDER, ShapeTable, shapeOf } from '../../src/telemetry/shape/shape.ts'

/** Stored shapes, patterns and statistics contain these hashes: changing one breaks a persisted contract. */
const PINNED: readonly (readonly [body: string, template: string, hash: string])[] = [
  ['', '', '2314d5a70532fe19'],
  ['plain words', 'plain words', 'b080a9cb82485daa'],
  ['User 42 logged in from 10.0.0.1', 'User <*> logged in from <*>', '165e6d08edc83129'],
  ['took 12.5ms for order ord_9f8e7d6c', 'took <*>ms for order ord_<*>', 'c5a3cdbdced83dd3'],
  ['literal <*> stays', 'literal <*> stays', '52277b87e7b57cc8'],
  [
    'Received block blk_-1608999687919862906 of size 67108864 from /10.251.43.21',
    'Received block blk_<*> of size <*> from /<*>',
    'eb1a2e90f8e5d866',
  ],
  [
    '[instance: b9000564-fe1a-409b-b8cc-1e88b294cd1d] VM Started (Lifecycle Event)',
    '[instance: <*>] VM Started (Lifecycle Event)',
    'b75608906275c090',
  ],
  ['close, 403 bytes (1.2 KB) sent, lifetime <1 sec', 'close, <*> bytes (<*>) sent, lifetime <*>', 'aafbee8ec8d6d843'],
  ["can't open 'a b.txt' in C:\\Windows\\x.dll", "can't open '<*>' in <*>", '8f9a225ef58a4844'],
  ['at Tue Jul 26 05:47:42 2005 see https://example.com/a?b=c.', 'at <*> see https://<*>.', '932af06ae77b33c3'],
  ['mail bob@example.com mac 5c:50:15:4c:18:13 mask ffffffff', 'mail <*> mac <*> mask <*>', '649fdcfc8c99c93a'],
  ['prix 12 € café 日本', 'prix <*> € café 日本', '0a5fdfd7ee519647'],
  ['{"level":"info","msg":"user 42 in","ts":1}', '{"level":"<*>","msg":"user <*> in","ts":<*>}', '43c092a41f423e6c'],
  [
    'level=info logger=a.B msg="user 42 said \\"hi 7\\" to bob" user="bob"',
    'level=info logger=a.B msg="user <*> said \\"<*>" to bob" user="<*>"',
    '5b6f3571a4dc8bb1',
  ],
  ["time=1 tag='x y' err='no route to 10.0.0.1'", "time=<*> tag='<*>' err='no route to <*>'", 'd045d9623247f266'],
  [
    'level=error msg="pull of \\"nginx:1.2\\" failed" error="rpc 5: no route to \\"10.0.0.1\\"" node="n 1"',
    'level=error msg="pull of \\"<*>" failed" error="rpc <*>: no route to \\"<*>"" node="<*>"',
    '0061e209396c6043',
  ],
  [
    '{"log":"level=error msg=\\"pull of \\\\\\"a 1\\\\\\" failed\\" n=3","stream":"stderr"}',
    '{"log":"level=error msg=\\"pull of \\\\\\"<*>" failed\\" n=<*>","stream":"<*>"}',
    'd2d586f7da3a7d33',
  ],
  [
    'E0612 12:00:00.000001       1 controller.go:116] "Pod 3 refused" pod="kube-system/dns"',
    'E<*> <*>       <*> controller.go:<*>] "Pod <*> refused" pod="<*>"',
    'da329d8ab713ff77',
  ],
  [
    'Error: boom 42\n    at pay (/app/shop.js:12:3)\n    at x (y.js:1:1)',
    'Error: boom <*>\n    at pay<*>\n    at x<*>',
    '32c2fc80030c8a15',
  ],
]

/** Text that resembles what the scanner looks for. */
const fragments = fc.constantFrom(
  ...[
    '<*>',
    '<',
    '*>',
    '<*',
    '"',
    "'",
    '\\',
    '\n',
    '\n\tat a.B.c(',
    ' ',
    '  ',
    '{"msg":"',
    ' msg="',
    "err='",
    ' msg=\\"',
    '\\"',
    'a.go:1] "',
    '}',
    '{',
    ':',
    '-',
    '+',
    '.',
    '/',
    './',
  ],
  ...[
    '0x1f',
    '10.0.0.1',
    'Jul 26 05:47:42',
    'Tue ',
    'hdfs://',
    'a@b.io',
    'C:\\x',
    '1.5 KB',
    '<1 sec',
    'deadbeef',
    'é',
    '\ud800',
  ],
)
const bodies = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.oneof(fragments, fc.string({ maxLength: 4 }), fc.integer().map(String)), { maxLength: 40 })
    .map((p) => p.join('')),
  fc.jsonValue().map((value) => JSON.stringify({ msg: 'a 1', value })),
  fc.dictionary(fragments, fc.dictionary(fragments, fc.jsonValue())).map((value) => JSON.stringify(value)),
)

describe('the shape of a body', () => {
  it.each(PINNED)('the shape of %j never changes', (body, template, hash) => {
    expect(shapeOf(body)).toEqual({ hash, template })
  })

  it.each([
    '{"<*>":[]}',
    '{"msg":"a 1","value":{"":{"<*>":{"b <*>":2}}}}',
    '{"<*>":{}}',
    '{"a":{"b":{"c":{"d":{"<*>":{"<*>":1}}}}}}',
  ])('a key that looks like a variable of a template stays as it was: %s', (body) => {
    const { shape, variables } = new ShapeTable().extract(body)
    expect(assembleBody(shape.template, variables)).toBe(body)
  })

  it('template and variables give back any body exactly', () => {
    const table = new ShapeTable()
    fc.assert(
      fc.property(bodies, (body) => {
        const { shape, variables } = table.extract(body)
        expect(shape).toEqual(shapeOf(body))
        expect(shape.template.split(PLACEHOLDER).length).toBe(variables.length + 1)
        expect(assembleBody(shape.template, variables)).toBe(body)
      }),
      { numRuns: 2_000 },
    )
  })

  it('lines that differ only in their variables have the same shape', () => {
    fc.assert(
      fc.property(fc.nat(), fc.ipV4(), fc.uuid(), fc.nat(), (number, ip, uuid, ms) => {
        const shape = shapeOf(`request ${number} from ${ip}:${ms} trace ${uuid} at /srv/a/${number}.txt took ${ms}ms`)
        expect(shape.template).toBe('request <*> from <*> trace <*> at <*> took <*>ms')
      }),
    )
  })

  it('methods of request lines and the words of events have different shapes', () => {
    expect(shapeOf('"GET /v2/54/servers HTTP/1.1" status: 200').hash).not.toBe(
      shapeOf('"POST /v2/54/servers HTTP/1.1" status: 200').hash,
    )
    expect(shapeOf('VM Started').hash).not.toBe(shapeOf('VM Stopped').hash)
  })

  it('the first line, exception types and top frames of a stack trace decide its shape, not its depth or message', () => {
    const frames = (depth: number): string =>
      Array.from(
        { length: depth },
        (_, index) => `\n\tat com.example.Layer${index > 2 ? 'X' : 'ABC'[index]}.run(L.java:${depth})`,
      ).join('')
    const trace = (message: string, depth: number): string =>
      `order 7 failed\njava.lang.IllegalStateException: ${message}${frames(depth)}`
    expect(shapeOf(trace('no stock', 5)).hash).toBe(shapeOf(trace('too late', 40)).hash)
    expect(shapeOf(trace('no stock', 5)).template).toContain('com.example.LayerC.run')
    expect(shapeOf(trace('x', 5)).hash).not.toBe(shapeOf(trace('x', 5).replace('IllegalState', 'NullPointer')).hash)
    expect(shapeOf(trace('x', 5)).hash).not.toBe(shapeOf(trace('x', 5).replace('LayerA', 'LayerB')).hash)
  })

  it('the keys and the message of a JSON object decide its shape', () => {
    const body = (message: string, user: string): string =>
      JSON.stringify({ level: 'info', message, user, tags: [user] })
    expect(shapeOf(body('paid 3 items', 'ann')).hash).toBe(shapeOf(body('paid 14 items', 'bob "the" {')).hash)
    expect(shapeOf(body('paid 3 items', 'ann')).hash).not.toBe(shapeOf(body('refused 3 items', 'ann')).hash)
    expect(shapeOf('{"a":1').template).toBe('{"a":<*>'.replace('"a"', '"<*>"'))
  })

  /** One log line in each of the notations that write message and values as pairs. */
  const PAIRS: readonly (readonly [way: string, line: (message: string, value: string) => string])[] = [
    ['logfmt', (message, value) => `level=error msg="${message}" user="${value}"`],
    ['an error beside it', (message, value) => `level=error err="${message}" user="${value}"`],
    ['a dotted key', (message, value) => `level=error error.message="${message}" user="${value}"`],
    ['single quotes', (message, value) => `level=error message='${message}' user='${value}'`],
    ['a router', (message, value) => `at=error code=H12 desc="${message}" host="${value}"`],
    ['logfmt in JSON', (message, value) => JSON.stringify({ log: `level=error msg="${message}" user="${value}"` })],
    [
      'Serilog, compact',
      (message, value) => JSON.stringify({ '@t': value, '@m': message, '@l': 'Error', User: value }),
    ],
    ['Serilog', (message, value) => JSON.stringify({ RenderedMessage: message, Properties: { User: value } })],
    ['GELF', (message, value) => JSON.stringify({ version: '1.1', short_message: message, _user: value })],
    ["Elastic's schema", (message, value) => JSON.stringify({ 'error.message': message, 'user.name': value })],
    ['after the source line', (message, value) => `E0612 1 sync.go:${value.length}] "${message}" pod="${value}"`],
  ]

  it.each(PAIRS)('messages that differ have different shapes in %s, and nothing else makes a difference', (_, line) => {
    expect(shapeOf(line('connection to db-1 refused', 'ann b')).hash).toBe(
      shapeOf(line('connection to db-7 refused', 'x')).hash,
    )
    expect(shapeOf(line('connection to db-1 refused', 'ann b')).hash).not.toBe(
      shapeOf(line('connection to db-1 accepted', 'ann b')).hash,
    )
  })

  it.each([
    ['a quote inside the message', 'msg="opened \\"a b\\" and left" user="ann b"'],
    ['a message that ends in a backslash', 'msg="opened C:\\x\\\\" user="ann b"'],
    ['an empty message', 'msg="" user="ann b"'],
    ['pairs inside the message', 'msg="got msg=\\"x 1\\" from it" user="ann b"'],
  ])('finds the end of %s, and the values after it are values', (_, line) => {
    expect(shapeOf(line).template).toMatch(/ user="<\*>"$/)
    const inJson = shapeOf(JSON.stringify({ log: line, stream: 'x' })).template
    expect(inJson).toMatch(/ user=\\"<\*>".*"stream":"<\*>"\}$/)
  })

  it('hostile bodies take bounded time and give templates of bounded size', () => {
    const hostile = [
      'a'.repeat(1_000_000),
      '1 '.repeat(500_000),
      '{"a":'.repeat(200_000),
      '"'.repeat(1_000_000),
      '\n'.repeat(1_000_000),
    ]
    hostile.push(
      '/a'.repeat(500_000),
      '<'.repeat(1_000_000),
      '\u0000\u0001<*>\ud800'.repeat(10_000),
      'a.'.repeat(400_000),
    )
    for (const body of hostile) {
      const { shape, variables } = new ShapeTable().extract(body)
      expect(shape.template.length).toBeLessThan(6_000)
      expect(assembleBody(shape.template, variables)).toBe(body)
    }
  })
})

describe('the limit of shapes per service', () => {
  it('shapes beyond the limit count as the shape `other`, for each service on its own', () => {
    const limiter = new ShapeLimiter(2)
    const shapes = ['a', 'b', 'c', 'd'].map((word) => shapeOf(`event ${word} seen`))
    for (let round = 0; round < 2; round += 1)
      expect(shapes.map((shape) => limiter.admit('shop', shape))).toEqual([
        shapes[0],
        shapes[1],
        OTHER_SHAPE,
        OTHER_SHAPE,
      ])
    expect(limiter.otherCount('shop')).toBe(4)
    expect(shapes.slice(2).map((shape) => limiter.admit('cart', shape))).toEqual(shapes.slice(2))
    expect(limiter.otherCount('cart')).toBe(0)
  })
})
