/**
 * Words of business and operations that mean nearly the same, a group per line. Where nothing in the data goes by a
 * word of a question, a word of its group that the data has is tried in its place, and the answer says so. Unlike
 * meanings.ts these are no equals: they are only looked at when a question could not be answered as it was put.
 */
import { synonyms } from './synonyms/index.ts'

const GROUPS = `
  lend lent lending borrow borrowed borrowing loan loaned loans issue issued checkout
  return returned returns checkin
  renew renewed renewal extend extended extension prolong prolonged
  order ordered ordering orders purchase purchased purchases buy bought buying
  pay paid payment payments charge charged charges billing
  due outstanding owed owing
  payout payouts disbursement disbursements
  dispatch dispatched dispatches ship shipped shipment shipments despatch
  deliver delivered delivery deliveries
  arrive arrived arrival arrivals eta
  approve approved approval accept accepted acceptance confirm confirmed confirmation authorize authorized allow allowed grant granted
  reject rejected rejection decline declined refuse refused refusal deny denied denial disallow disallowed
  cancel cancelled canceled cancellation abort aborted void voided revoke revoked
  bounce bounced bounces undeliverable
  send sent dispatch dispatched push pushed publish published emit emitted
  letter letters mail mails email emails message messages notification notifications notice notices
  login logins signin authenticate authenticated authentication auth
  signup register registered registration enroll enrolled enrol enrolment enrollment join joined
  bot bots robot robots
  submit submitted submission submissions file filed lodge lodged hand-in turn-in upload uploaded
  search searches query queries lookup lookups find
  photo photos picture pictures image images
  price prices quote quotes rate rates tariff tariffs fare fares
  trip trips ride rides journey journeys drive drives
  book booked booking bookings reserve reserved reservation reservations
  parcel parcels package packages shipment shipments
  baggage bag bags luggage
  exam exams quiz quizzes test tests
  grade graded grading score scored scoring mark marked
  course courses lesson lessons class classes
  pupil pupils student students learner learners
  transfer transfers transferred wire wires remittance
  refund refunds refunded reimburse reimbursed reimbursement
  invoice invoices bill bills billed
  voucher vouchers coupon coupons promo promos promotion promotions
  recharge recharges recharged top-up top-ups topup topups refill refills
  play plays played playback stream streams streamed watch watched view views viewed
  save saved store stored persist persisted insert inserted write written
  load loaded fetch fetched retrieve retrieved download downloaded
  delete deleted remove removed purge purged erase erased
  sync synced syncs synchronize synchronized replicate replicated replication
  import imported imports ingest ingested ingestion
  export exported exports dump dumped
  job jobs task tasks run runs batch batches
  queue queues backlog
  skip skipped ignore ignored
  lose loses lost losing failed
  drop dropped discard discarded lose lost
  corrupt corrupted broken damaged unreadable malformed invalid
  oversized oversize large
  expire expired outdated stale
  cert certs certificate certificates
  creds credential credentials
  postgres postgresql
  mongo mongodb
  rabbit rabbitmq
  elastic elasticsearch
  k8s kubernetes
  bad invalid malformed unparsable unparseable
  die died dead crash crashed killed oomkilled terminated failed
  throttle throttled throttling limited
  config configs configuration configurations setting settings
  retry retries retried retrying
  begin began begun start started starts launch launched
  finish finished complete completed done end ended
  reply replies replied response responses
  convert converted conversion transcode transcoded transcoding encode encoded
  compute computed calculate calculated calculation
  create created open opened add added
  change changed modify modified edit edited update updated
  assign assigned allocate allocated allocation
  match matched matches pair paired
  scan scanned scans
  print printed prints printing
  meal meals food dish dishes menu menus
  vehicle vehicles car cars
  film films movie movies title titles video videos
  song songs track tracks
  seat seats place places
  machine machines host hosts server servers node nodes
  lock locked locks
  reset resets resetting
  sensor sensors device devices meter meters
  certificate certificates cert certs
  password passwords credential credentials secret secrets
`

const BY_WORD: ReadonlyMap<string, readonly string[]> = byWord()

function byWord(): Map<string, string[]> {
  const map = new Map<string, string[]>()
  for (const line of GROUPS.trim().split('\n')) {
    const group = line.trim().split(' ')
    for (const word of group) map.set(word, [...(map.get(word) ?? []), ...group.filter((other) => other !== word)])
  }
  return map
}

/** Words that may mean the same as this one or this phrase; none where it is not known. */
export function nearlySame(said: string): readonly string[] {
  const group = BY_WORD.get(said) ?? []
  const others = (synonyms().get(said) ?? []).filter((word) => word !== said && !group.includes(word))
  return [...group, ...others]
}

/** Phrases of several words in a text that the synonyms have, the longest first; they do not overlap. */
export function phrasesKnown(text: string): string[] {
  const words = text.split(/[^a-z0-9'-]+/).filter((word) => word !== '')
  const found: string[] = []
  for (let at = 0; at < words.length; at++)
    for (const length of [3, 2]) {
      const phrase = words.slice(at, at + length).join(' ')
      if (at + length > words.length || !synonyms().has(phrase)) continue
      found.push(phrase)
      at += length - 1
      break
    }
  return found
}
