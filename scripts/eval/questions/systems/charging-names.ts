/** What drivers, chargers and partners of the charging network are called, and how often each comes. */
export const SITES = ['hamburg-hafen', 'berlin-ost', 'koeln-sued', 'leipzig-nord', 'muenchen-messe']
export const SITE_DRAW = ['hamburg-hafen', 'hamburg-hafen', 'berlin-ost', 'berlin-ost', 'berlin-ost', ...SITES]
export const VENDORS = ['kempower', 'alfen', 'alfen', 'alpitronic', 'alpitronic', 'alpitronic']
export const PLATFORMS = ['ios', 'ios', 'ios', 'android', 'android', 'android', 'android', 'web']
export const PLANS = ['payg', 'payg', 'payg', 'plus', 'plus', 'fleet']
export const TOKENS = ['rfid', 'rfid', 'rfid', 'rfid', 'roaming', 'roaming', 'roaming', 'fleet']
export const PARTNERS = ['voltpass', 'voltpass', 'voltpass', 'eurocharge', 'eurocharge', 'nordplug']
export const NO_PORT = 'dial tcp 10.20.4.9:8443: connect: cannot assign requested address'

/** What drivers ask for, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET', '/v2/stations', 36],
  ['GET', '/v2/stations/{id}', 58],
  ['POST', '/v2/sessions', 76],
  ['GET', '/v2/sessions/{id}', 91],
  ['GET', '/v2/invoices', 100],
] as const

/** What chargers say, and up to which ticket of a hundred. */
export const ACTIONS = [
  ['Authorize', 30],
  ['StopTransaction', 50],
  ['MeterValues', 74],
  ['StatusNotification', 97],
  ['BootNotification', 100],
] as const

export interface Charger {
  readonly id: string
  readonly site: string
  readonly vendor: string
}
