/** A delivery is cut into pieces that fit a call and a message, and nothing of it is lost or told twice. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NormalizedAlert } from '../../../../src/contracts/oncall-protocol.ts'
import { pieceSchema } from '../../../../src/domain/oncall/receiving/hand-over.ts'
import { PIECE_BYTES_MAX, piecesOfAlerts, piecesOfChanges } from '../../../../src/domain/oncall/receiving/pieces.ts'
import { ALERT_FORMATS, CHANGE_FORMATS } from '../../../../src/oncall/formats/index.ts'
import { ALERT_SAMPLES } from '../../../oncall/formats/alert-samples.ts'
import { CHANGE_SAMPLES } from '../../../oncall/formats/change-samples.ts'
import { decodeSample, itemsOf } from '../../../oncall/formats/decode.ts'

const HEAD = { owner: { organizationId: 'o', projectId: 'p', region: 'eu-central-1' }, deliveryId: 'd', receivedAt: 1 }
const [ALERT] = itemsOf(decodeSample(ALERT_FORMATS.alertmanager, ALERT_SAMPLES.alertmanager))
if (ALERT === undefined) throw new Error('the sample has an alert')
const alertOf = (dedupKey: string, raw: string): NormalizedAlert => ({ ...ALERT, dedupKey, raw })
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength
const alertsIn = (pieces: ReturnType<typeof piecesOfAlerts>) =>
  pieces.flatMap((piece) => (piece.kind === 'alerts' ? piece.alerts : []))

describe('pieces of alerts', () => {
  it('the pieces of a delivery hold every alert once, in its order, and fit a message', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 16_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(sizes, (lengths) => {
        const alerts = lengths.map((length, i) => alertOf(String(i), '"'.repeat(length)))
        const pieces = piecesOfAlerts(HEAD, alerts)
        expect(alertsIn(pieces)).toEqual(alerts)
        for (const piece of pieces) expect(bytesOf(piece)).toBeLessThan(PIECE_BYTES_MAX + 1_000)
        expect(new Set(pieces.map(({ deliveryId }) => deliveryId)).size).toBe(pieces.length)
        expect(piecesOfAlerts(HEAD, alerts)).toEqual(pieces)
      }),
      { numRuns: 30 },
    )
  })

  it('a piece holds at most a thousand alerts', () => {
    const small = { ...ALERT, raw: '', labels: {}, links: [], description: '', query: null, entities: [] }
    const pieces = piecesOfAlerts(
      HEAD,
      Array.from({ length: 2_500 }, () => small),
    )
    expect(Math.max(...pieces.map((piece) => (piece.kind === 'alerts' ? piece.alerts.length : 0)))).toBeLessThanOrEqual(
      1_000,
    )
    expect(alertsIn(pieces)).toHaveLength(2_500)
  })

  it('an alert that alone is too large is cut, and keeps what distinguishes it', () => {
    const wide = '€'.repeat(1_000)
    const labels = Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`label_${i}`, wide]))
    const [piece, ...more] = piecesOfAlerts(HEAD, [{ ...ALERT, labels, raw: '"'.repeat(16_000) }])
    expect([more, bytesOf(piece) < PIECE_BYTES_MAX]).toEqual([[], true])
    const [kept] = piece?.kind === 'alerts' ? piece.alerts : []
    expect(kept).toMatchObject({ dedupKey: ALERT.dedupKey, title: ALERT.title, status: 'firing', raw: '' })
  })

  it('a delivery without alerts has no pieces', () => {
    expect(piecesOfAlerts(HEAD, [])).toEqual([])
  })
})

it('each piece is a message that the consumer can read', () => {
  const alerts = Object.entries(ALERT_FORMATS).flatMap(([source, format]) =>
    itemsOf(decodeSample(format, ALERT_SAMPLES[source as keyof typeof ALERT_SAMPLES])),
  )
  const changes = Object.entries(CHANGE_FORMATS).flatMap(([source, format]) =>
    itemsOf(decodeSample(format, CHANGE_SAMPLES[source as keyof typeof CHANGE_SAMPLES])),
  )
  for (const piece of [...piecesOfAlerts(HEAD, alerts), ...piecesOfChanges(HEAD, changes)])
    expect(pieceSchema.parse(JSON.parse(JSON.stringify(piece)))).toEqual(piece)
})
