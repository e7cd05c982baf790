/** Describes the senders for the API: their names, endpoint cards and setup texts. */
import { ALERT_SENDERS, type AlertSender } from '../../../contracts/oncall-protocol.ts'
import { CHANGE_SENDERS, type ChangeSender } from '../../../oncall/formats/index.ts'
import { ALERT_SENDER_GUIDES } from '../../../oncall/senders/alert-senders.ts'
import { CHANGE_SENDER_GUIDES } from '../../../oncall/senders/change-senders.ts'
import type { SenderGuide, SenderTarget } from '../../../oncall/senders/sender.ts'

/** `generic` delivers both alerts and changes. */
export const SENDER_IDS = [...ALERT_SENDERS, ...CHANGE_SENDERS.filter((one) => one !== 'generic')] as const
export type SenderId = AlertSender | ChangeSender

export { ALERT_SENDERS, CHANGE_SENDERS }

/** What a sender delivers: alerts, or changes. */
export type Receives = 'alerts' | 'changes'

export interface AlertEndpointCard {
  readonly kind: 'url'
  readonly label: string
  readonly url: string
  readonly description: string
}

interface Sender {
  readonly receives: Receives
  readonly source: SenderId
  readonly guide: SenderGuide
}

const SENDERS: readonly Sender[] = [
  ...ALERT_SENDERS.map((source) => ({ receives: 'alerts' as const, source, guide: ALERT_SENDER_GUIDES[source] })),
  ...CHANGE_SENDERS.map((source) => ({ receives: 'changes' as const, source, guide: CHANGE_SENDER_GUIDES[source] })),
]

/** Returns the settings of each sender that may deliver with the key. */
export function endpointsOfKey(baseUrl: string, key: string, source: string | null, isSigned: boolean) {
  return SENDERS.filter((one) => source === null || one.source === source)
    .filter(({ guide }) => !isSigned || guide.signature !== null)
    .map((sender) => ({ source: sender.source, name: sender.guide.name, cards: cardsOf(sender, baseUrl, key) }))
}

/** Stands for a key whose value is not known, because a key is shown only once. */
const KEY_PLACE = '<alert key>'

export interface SenderView {
  readonly source: SenderId
  readonly receives: Receives
  readonly name: string
  /** How the sender signs; null if it cannot. */
  readonly signature: string | null
  readonly cards: readonly AlertEndpointCard[]
  readonly setupSkill: string
}

/** Describes every sender of alerts and changes: its addresses below `baseUrl`, how it signs, and how it is set up. */
export function listSenders(baseUrl: string): SenderView[] {
  return SENDERS.map((sender) => {
    const cards = cardsOf(sender, baseUrl, KEY_PLACE)
    const setup = sender.guide.setup.replaceAll('{url}', cards[0]?.url ?? '').replaceAll('{key}', KEY_PLACE)
    const { source, receives, guide } = sender
    return { source, receives, name: guide.name, signature: guide.signature, cards, setupSkill: setup }
  })
}

const cardsOf = ({ receives, source, guide }: Sender, baseUrl: string, key: string): AlertEndpointCard[] =>
  guide.targets.map(({ label, keyIn, description }: SenderTarget) => ({
    kind: 'url',
    label,
    url: keyIn === 'header' ? `${baseUrl}/v1/${receives}/${source}` : `${baseUrl}/v1/${receives}/k/${key}/${source}`,
    description: description.replaceAll('{key}', key),
  }))
