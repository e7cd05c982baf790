/** What the questions to the photo prints count, under the names that people give it. */
import type { LogRow } from '../../records.ts'
import { logsOf, mean, percentile } from '../../truth.ts'
import * as t from '../truths.ts'

export { each } from '../measures.ts'

export const uploadApi = t.of('upload-api')
export const orderApi = t.of('order-api')
export const renderer = t.of('render-fn')
export const tint = t.of('tint-check')
export const dispatcher = t.of('lab-dispatch')
export const database = t.of('prints-db')

export const uploads = t.all(uploadApi, t.named('POST /uploads'))
export const orders = t.all(orderApi, t.named('POST /orders'))
export const previews = t.all(orderApi, t.named('POST /previews'))
export const lookups = t.all(orderApi, t.named('GET /orders/{orderId}'))
export const status = (...codes: number[]) => t.has('http.status_code', ...codes)
export const country = (...names: string[]) => t.has('country', ...names)
export const channel = (...names: string[]) => t.has('channel', ...names)
export const product = (...names: string[]) => t.has('product', ...names)
export const COUNTRIES = ['DE', 'FR', 'ES', 'PT']
export const CHANNELS = ['web', 'ios', 'android']
export const PRODUCTS = ['photo_book', 'calendar', 'poster', 'mug']
export const LABS = ['lab-berlin', 'lab-lyon', 'lab-porto']

export const memoryError = t.says(/^MemoryError: /)
export const rendered = t.says(/^rendered PB-/)
export const placed = t.says(/^Order PB-\d+ placed/)
export const declinedCard = t.says(/^Card of .* declined/)
export const dispatched = t.says(/^order PB-\d+ dispatched/)
export const putAside = t.says(/^order PB-\d+ put aside/)
export const unconfirmed = t.says(/did not confirm/)
export const coarse = t.says(/is coarse/)
export const duplicate = t.says(/^duplicate key value/)
export const slowQuery = t.says(/^duration: /)
export const previewFailed = t.says(/^Preview of .* failed/)

/** A statistic of a number that records carry as an attribute. */
export const attributeOf =
  (where: t.Where<LogRow>, key: string, what: 'mean' | 'max' | number): t.Measure =>
  (world, window) => {
    const values = logsOf(world, where, window).map((log) => Number(log.attributes[key]))
    if (what === 'mean') return mean(values)
    return what === 'max' ? Math.max(...values) : percentile(values, what)
  }
