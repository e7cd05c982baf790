/** A delivery is cut into pieces that fit a call and a message, and nothing of it is lost or told twice. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NormalizedAlert } from '../../../../src/contracts/oncall-protocol.ts'
import { pieceSchema } from '../../../../src/domain/oncall/receiving/hand-over.ts'
import {
  PIECE_BYTES_MAX,
  type Piece,
  piecesOfAlerts,
  piecesOfChanges,
} from '../../../../src/domain/oncall/receiving/pieces.ts'
import { ALERT_FORMATS, CHANGE_FORMATS } from '../../../../src/oncall/formats/index.ts'
import { WorkPace } from '../../../../src/work-pace.ts'
import { ALERT_SAMPLES } from '../../../oncall/formats/alert-samples.ts'
import { CHANGE_SAMPLES } from '../../../oncall/formats/change-samples.ts'
import { decodeBytes, decodeSample, bytesOf as encodedOf, itemsOf } from '../../../oncall/formats/decode.ts'

const HEAD = { owner: { organizationId: 'o', projectId: 'p', region: 'eu-central-1' }, deliveryId: 'd', receivedAt: 1 }
const [ALERT] = itemsOf(decodeSample(ALERT_FORMATS.alertmanager, ALERT_SAMPLES.alertmanager))
if (ALERT === undefined) throw new Error('the sample has an alert')
const alertOf = (dedupKey: string, raw: string): NormalizedAlert => ({ ...ALERT, dedupKey, raw })
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength
const alertsIn = (pieces: readonly Piece[]) => pieces.flatMap((piece) => (piece.kind === 'alerts' ? piece.alerts : []))

describe('pieces of alerts', () => {
  it('the pieces of a delivery hold every alert once, in its order, and fit a message', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 16_000 }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(sizes, async (lengths) => {
        const alerts = lengths.map((length, i) => alertOf(String(i), '"'.repeat(length)))
        const pieces = await piecesOfAlerts(HEAD, alerts, new WorkPace())
        expect(alertsIn(pieces)).toEqual(alerts)
        for (const piece of pieces) expect(bytesOf(piece)).toBeLessThan(PIECE_BYTES_MAX + 1_000)
        expect(new Set(pieces.map(({ deliveryId }) => deliveryId)).size).toBe(pieces.length)
        expect(await piecesOfAlerts(HEAD, alerts, new WorkPace())).toEqual(pieces)
      }),
      { numRuns: 30 },
    )
  })

  it('a piece holds at most a thousand alerts', async () => {
    const small = { ...ALERT, raw: '', labels: {}, links: [], description: '', query: null, entities: [] }
    const alerts = Array.from({ length: 2_500 }, () => small)
    const pieces = await piecesOfAlerts(HEAD, alerts, new WorkPace())
    expect(Math.max(...pieces.map((piece) => (piece.kind === 'alerts' ? piece.alerts.length : 0)))).toBeLessThanOrEqual(
      1_000,
    )
    expect(alertsIn(pieces)).toHaveLength(2_500)
  })

  it('an alert that alone is too large is cut, and keeps what distinguishes it', async () => {
    const wide = '€'.repeat(1_000)
    const labels = Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`label_${i}`, wide]))
    const alerts = [{ ...ALERT, labels, raw: '"'.repeat(16_000) }]
    const [piece, ...more] = await piecesOfAlerts(HEAD, alerts, new WorkPace())
    expect([more, bytesOf(piece) < PIECE_BYTES_MAX]).toEqual([[], true])
    const [kept] = piece?.kind === 'alerts' ? piece.alerts : []
    expect(kept).toMatchObject({ dedupKey: ALERT.dedupKey, title: ALERT.title, status: 'firing', raw: '' })
  })

  it('a delivery without alerts has no pieces', async () => {
    expect(await piecesOfAlerts(HEAD, [], new WorkPace())).toEqual([])
  })

  it.each(['alertmanager', 'generic'] as const)(
    'ten thousand alerts of %s are made and cut while others come in, every hundred of them',
    async (sender) => {
      const alerts = Array.from({ length: 10_000 }, (_, i) => ({
        status: 'firing',
        title: `Alert ${i}`,
        labels: { alertname: `Alert ${i % 40}`, instance: `10.0.0.${i % 250}`, service: `shop-${i % 90}` },
        startsAt: '2026-03-10T12:00:00Z',
        fingerprint: String(i),
      }))
      const decoded = decodeBytes(ALERT_FORMATS[sender], encodedOf({ version: '4', alerts }))
      if (decoded.kind !== 'items') throw new Error(decoded.reason)
      let made = 0
      const madeAtPauses = [0]
      const counted = Iterator.from(decoded.items).map((item) => {
        made++
        return item
      })
      const pace = new WorkPace(async () => void madeAtPauses.push(made))
      const pieces = await piecesOfAlerts(HEAD, { [Symbol.iterator]: () => counted }, pace)
      expect(alertsIn(pieces)).toHaveLength(10_000)
      const between = madeAtPauses.slice(1).map((at, i) => at - (madeAtPauses[i] ?? 0))
      expect(Math.max(...between, made - (madeAtPauses.at(-1) ?? 0))).toBeLessThan(100)
    },
  )
})

it('each piece is a message that the consumer can read', async () => {
  const alerts = Object.entries(ALERT_FORMATS).flatMap(([source, format]) =>
    itemsOf(decodeSample(format, ALERT_SAMPLES[source as keyof typeof ALERT_SAMPLES])),
  )
  const changes = Object.entries(CHANGE_FORMATS).flatMap(([source, format]) =>
    itemsOf(decodeSample(format, CHANGE_SAMPLES[source as keyof typeof CHANGE_SAMPLES])),
  )
  const pace = new WorkPace()
  const pieces = [...(await piecesOfAlerts(HEAD, alerts, pace)), ...(await piecesOfChanges(HEAD, changes, pace))]
  for (const piece of pieces) expect(pieceSchema.parse(JSON.parse(JSON.stringify(piece)))).toEqual(piece)
})
