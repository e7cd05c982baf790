/** The requests of samples.ts as protobuf, by the field numbers of opentelemetry-proto. */
import { Buffer } from 'node:buffer'
import type { OtlpSignal } from '../../../src/intake/otlp/fields.ts'

export const START = '1795176000123000000'
export const END = '1795176000623000000'
export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
export const SPAN_ID = '00f067aa0ba902b7'

type Field = readonly [
  tag: number,
  value: string | number | bigint | { double: number } | Uint8Array | readonly Field[],
]

const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)])

/** Protobuf: numbers as varints, bigints as fixed64, everything else with its length. */
function encode(fields: readonly Field[]): number[] {
  return fields.flatMap(([tag, value]) => {
    const key = (type: number) => varint((tag << 3) | type)
    if (typeof value === 'number') return [...key(0), ...varint(value)]
    const eight = Buffer.alloc(8)
    if (typeof value === 'bigint') eight.writeBigUInt64LE(value)
    else if (typeof value === 'object' && 'double' in value) eight.writeDoubleLE(value.double)
    else {
      const bytes =
        typeof value === 'string' ? [...Buffer.from(value)] : value instanceof Uint8Array ? [...value] : encode(value)
      return [...key(2), ...varint(bytes.length), ...bytes]
    }
    return [...key(1), ...eight]
  })
}

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
const text = (value: string): Field[] => [[1, value]]
const VALUES: readonly Field[][] = [
  text('boom'),
  [[2, 1]],
  [[3, 7]],
  [[4, { double: 1.5 }]],
  [
    [
      5,
      [
        [1, text('a')],
        [1, [[3, 1]]],
      ],
    ],
  ],
  [
    [
      6,
      [
        [
          1,
          [
            [1, 'b'],
            [2, [[7, new Uint8Array([0, 1])]]],
          ],
        ],
      ],
    ],
  ],
]
const attributeFields = (tag: number): Field[] =>
  VALUES.map(
    (value, i): Field => [
      tag,
      [
        [1, `k${i}`],
        [2, value],
      ],
    ],
  )
const [start, end] = [BigInt(START), BigInt(END)]
const RESOURCE: Field = [
  1,
  [
    [
      1,
      [
        [1, 'service.name'],
        [2, text('web')],
      ],
    ],
  ],
]
const request = (items: readonly Field[]): Uint8Array =>
  new Uint8Array(encode([[1, [RESOURCE, [2, [[1, [[1, 'app']]], ...items]]]]]))
export const PROTOBUF: Readonly<Record<OtlpSignal, Uint8Array>> = {
  logs: request(
    VALUES.map(
      (body): Field => [
        2,
        [
          [1, start],
          [11, end],
          [2, 17],
          [3, 'ERROR'],
          [5, body],
          ...attributeFields(6),
          [9, hex(TRACE_ID)],
          [10, hex(SPAN_ID)],
        ],
      ],
    ),
  ),
  traces: request([
    [
      2,
      [
        ...([
          [1, hex(TRACE_ID)],
          [2, hex(SPAN_ID)],
          [5, 'GET /'],
          [6, 2],
          [7, start],
          [8, end],
        ] as const),
        ...attributeFields(9),
        [11, [[1, start], [2, 'exception'], ...attributeFields(3)]],
        [13, [[1, hex(TRACE_ID)], [2, hex(SPAN_ID)], ...attributeFields(4)]],
        [
          15,
          [
            [2, 'no'],
            [3, 2],
          ],
        ],
      ],
    ],
  ]),
  metrics: request([
    [
      2,
      [
        [1, 'g'],
        [3, '1'],
        [5, [[1, [[3, end], [4, { double: 0.5 }], ...attributeFields(7)]]]],
      ],
    ],
    [
      2,
      [
        [1, 's'],
        [
          7,
          [
            [
              1,
              [
                [3, end],
                [6, 9n],
              ],
            ],
            [2, 2],
            [3, 1],
          ],
        ],
      ],
    ],
    [
      2,
      [
        [1, 'h'],
        [
          9,
          [
            [
              1,
              [
                [2, start],
                [3, end],
                [4, 3n],
                [5, { double: 4.5 }],
                [6, 1n],
                [6, 2n],
                [7, { double: 10 }],
              ],
            ],
            [2, 1],
          ],
        ],
      ],
    ],
    [
      2,
      [
        [1, 'e'],
        [
          10,
          [
            [
              1,
              [
                [2, start],
                [3, end],
                [4, 3n],
                [5, { double: 4.5 }],
                // Signed numbers are zigzag: 4 is 2.
                [6, 4],
                [7, 1n],
                [
                  8,
                  [
                    [1, 2],
                    [2, 1],
                    [2, 1],
                  ],
                ],
              ],
            ],
            [2, 1],
          ],
        ],
      ],
    ],
    [
      2,
      [
        [1, 'q'],
        [
          11,
          [
            [
              1,
              [
                [2, start],
                [3, end],
                [4, 3n],
                [5, { double: 4.5 }],
                [
                  6,
                  [
                    [1, { double: 0.5 }],
                    [2, { double: 2 }],
                  ],
                ],
              ],
            ],
          ],
        ],
      ],
    ],
  ]),
}
