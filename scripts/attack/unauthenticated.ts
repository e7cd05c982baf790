/** Attacks on the API, on sign-in and on webhooks. */
import { connect } from 'node:net'
import { type Attack, inTurn, tally, watched } from './target.ts'

const WEBHOOK_BYTES = 300 * 1024 * 1024
const CHUNK = Buffer.alloc(65_536, 'x')

/** A chunked body of 300 MB to the payment processor's webhook, without a signature. */
export const webhook: Attack = async ({ baseUrl }) => {
  const { hostname, port } = new URL(baseUrl)
  const outcome = await new Promise<{ status: string; sent: number }>((resolve) => {
    let sent = 0
    let status = 'no answer'
    const socket = connect(Number(port), hostname)
    const write = () => {
      while (sent < WEBHOOK_BYTES && socket.writable) {
        sent += CHUNK.length
        const goesOn = socket.write(Buffer.concat([Buffer.from('10000\r\n'), CHUNK, Buffer.from('\r\n')]))
        if (!goesOn) return socket.once('drain', write)
      }
      return socket.end('0\r\n\r\n')
    }
    socket.once('connect', () => {
      socket.write(`POST /webhooks/stripe HTTP/1.1\r\nhost: ${hostname}\r\ntransfer-encoding: chunked\r\n\r\n`)
      write()
    })
    socket.once('data', (data) => {
      status = data.toString('latin1').split(' ')[1] ?? 'unreadable'
      // What the server goes on to take after its answer is of interest.
      setTimeout(() => socket.destroy(), 2_000)
    })
    socket.once('error', () => resolve({ status, sent }))
    socket.once('close', () => resolve({ status, sent }))
  })
  console.log(
    `${outcome.status} after ${(outcome.sent / 1_048_576).toFixed(1)} MiB of ${WEBHOOK_BYTES / 1_048_576} were written.`,
  )
}

/** 1,000 device logins, and scopes of 15 KB. */
export const deviceLogins: Attack = async ({ baseUrl }) => {
  const begin = (scope: string) =>
    fetch(`${baseUrl}/oauth/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'attack', scope }),
    })
  const long = await begin(`project:${'x'.repeat(15_000)}`)
  console.log(`A scope of 15 KB: ${long.status} ${await long.text()}`)
  console.log(`1,000 device logins: ${tally(await inTurn(1_000, () => begin('')))}`)
}

/** 500 wrong credentials, then a right one. */
export const credentials: Attack = async ({ baseUrl, secretKey }) => {
  const ask = (token: string) => fetch(`${baseUrl}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  console.log(`500 wrong credentials: ${tally(await inTurn(500, (i) => ask(`wrong-${i}`)))}`)
  console.log(`The right one from the same address, 50 times: ${tally(await inTurn(50, () => ask(secretKey)))}`)
}

/** A body with 100,000 unknown fields. */
export const unknownFields: Attack = async (target) => {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 75_000 }, (_, i) => [`k${i}`, 1])))
  const headers = { authorization: `Bearer ${target.secretKey}`, 'content-type': 'application/json' }
  const response = await fetch(`${target.baseUrl}/v1/threads`, { method: 'POST', headers, body })
  const text = await response.text()
  console.log(`75,000 unknown fields in ${body.length} bytes: ${response.status}, ${text.length} characters\n${text}`)
}

/** 50 uploads that end in the middle; the server's log shall not call them its own errors. */
export const aborted: Attack = async (target) => {
  const { hostname, port } = new URL(target.baseUrl)
  const upload = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        const head = `POST /v1/threads HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${target.secretKey}`
        socket.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"message":"`)
        setTimeout(() => socket.destroy(), 100)
      })
      socket.once('close', () => resolve())
      socket.once('error', () => resolve())
    })
  await watched(target, () => Promise.all(Array.from({ length: 50 }, upload)))
  console.log('50 uploads were cut off. The server’s log must hold no unhandled_error.')
}
