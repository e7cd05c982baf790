/** What the questions to the metering system count, under the names that people give it. */
import * as t from '../truths.ts'

export { each } from '../measures.ts'

export const portal = t.of('portal_bff')
export const head = t.of('head_end')
export const mdm = t.of('mdm_store')
export const tariff = t.of('tariff_calc')
export const desk = t.of('outage_desk')
export const push = t.of('firmware_push')

export const usage = t.all(portal, t.named('GET /usage'))
export const bills = t.all(portal, t.named('GET /bill'))
export const code = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const timedOut = t.all(portal, code(504))
export const spooled = t.all(head, t.has('result', 'SPOOLED'))
export const stored = t.says(/^frame stored /)
export const lockWait = t.says(/^lock wait timeout/)
export const computed = t.says(/^invoice \S+ computed/)
export const postponed = t.says(/^invoice \S+ postponed/)
export const opened = t.says(/^outage ticket opened/)
export const installed = t.says(/^firmware 7\.2\.0 installed/)
export const REGIONS = ['north', 'south', 'east', 'west']
export const DCUS = ['DCU-11', 'DCU-12', 'DCU-13', 'DCU-21', 'DCU-22', 'DCU-31', 'DCU-41']
export const UTILITIES = ['aare', 'belt', 'cumbria']
