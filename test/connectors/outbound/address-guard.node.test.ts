import { describe, expect, it } from 'vitest'
import { guardUrl } from '../../../src/connectors/outbound/address-guard.ts'

/** 127.0.0.1, 10.0.0.1, 169.254.169.254 and 192.168.0.1 in every spelling that URL parsers know. */
function spellings(a: number, b: number, c: number, d: number): string[] {
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number) => `0x${value.toString(16)}`
  const octal = (value: number) => `0${value.toString(8)}`
  return [
    `${a}.${b}.${c}.${d}`,
    String(whole),
    hex(whole),
    octal(whole),
    `${hex(a)}.${hex(b)}.${hex(c)}.${hex(d)}`,
    `${octal(a)}.${octal(b)}.${octal(c)}.${octal(d)}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${a}.${b}.${c}.${d}.`,
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}]`,
    `[::${a}.${b}.${c}.${d}]`,
    `[64:ff9b::${a}.${b}.${c}.${d}]`,
    `[2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::]`,
    `${a}.${b}.${c}.${d}.nip.io`,
    `${a}-${b}-${c}-${d}.sslip.io`,
  ]
}

const HOSTS = [
  ...spellings(127, 0, 0, 1),
  ...spellings(10, 0, 0, 1),
  ...spellings(169, 254, 169, 254),
  ...spellings(192, 168, 0, 1),
  ...spellings(172, 16, 5, 4),
  '0.0.0.0',
  '0',
  '127.1',
  '127.255.255.254',
  '100.64.0.1',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '172.31.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[2001::1]',
  '[100::1]',
  '[4000::1]',
  '[64:ff9b:1::1]',
  '[fd00:ec2::254]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'localhost.localdomain',
  'metadata',
  'metadata.google.internal',
  'metadata.goog.internal',
  'instance-data.ec2.internal',
  'kubernetes.default.svc',
  'api.default.svc.cluster.local',
  'printer.local',
  'router.lan',
  'nas.home',
  'wiki.corp',
  'vault.private',
  'db.intranet',
  'host.docker.internal',
  'x.home.arpa',
  '1.0.0.127.in-addr.arpa',
  'app.localtest.me',
  'x.lvh.me',
  '127.0.0.1.xip.io',
  'service.test',
  'a.invalid',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
]

const WHOLE = [
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/plain,x',
  'javascript:alert(1)',
  'ws://example.com',
  'https://user:secret@example.com/',
  'https://127.0.0.1@[::1]/',
  'https://example.com@127.0.0.1/',
  'https:///127.0.0.1/',
  'https:127.0.0.1',
  'https:\\\\127.0.0.1\\',
  'https://api.example.com:22/',
  'https://api.example.com:6379/',
  'https://api.example.com:5432/',
  '//127.0.0.1',
  '127.0.0.1',
  '',
  'not a url',
  'https://',
  'https://[::1',
  'https://[fe80::1%25eth0]/',
  'https://127.0.0.1:8080/a?b#c',
  'https://127.0.0.1\t/',
  ' https://127.0.0.1 ',
]

const CORPUS = [...new Set([...HOSTS.map((host) => `https://${host}/`), ...WHOLE])]

describe('the guard against internal addresses', () => {
  it('has a corpus of at least 150 URLs', () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(150)
  })

  it.each(CORPUS)('refuses %j', async (url) => {
    expect((await guardUrl(url)).ok).toBe(false)
  })

  it('refuses a name that resolves to an internal address and one that does not resolve', async () => {
    const resolve = async (host: string) => (host === 'rebind.attacker.com' ? ['93.184.216.34', '10.0.0.5'] : [])
    for (const url of ['https://rebind.attacker.com/', 'https://nowhere.attacker.com/']) {
      expect((await guardUrl(url, { resolve })).ok).toBe(false)
    }
  })

  it.each([
    'https://api.vercel.com/v2/user',
    'https://logs-prod-012.grafana.net/loki/api/v1/push',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://prometheus.mycompany.com:9090/api',
  ])('lets %s through', async (url) => {
    expect((await guardUrl(url, { resolve: async () => ['93.184.216.34'] })).ok).toBe(true)
  })
})
