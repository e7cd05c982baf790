/** Messages of Amazon SNS: believed by their signature, with a certificate from a host of SNS alone. */
import { describe, expect, it, vi } from 'vitest'
import { confirmationUrl, snsUrl, verifySns } from '../../../src/oncall/signatures/sns.ts'
import { CERTIFICATE, CERTIFICATE_URL, OTHER_CERTIFICATE, signed } from './sns-fixture.ts'

const NOW_MS = Date.UTC(2026, 4, 4, 10, 30)
const NOTIFICATION = {
  Type: 'Notification',
  MessageId: 'b2f1c8de-7c7c-5a0e-9f5a-94c1d2f0a111',
  TopicArn: 'arn:aws:sns:eu-central-1:210987654321:alarms',
  Subject: 'ALARM: "Straße"',
  Message: '{"AlarmName":"Straße\\n"}',
  Timestamp: '2026-05-04T10:29:58.412Z',
}
const { Subject: _, ...WITHOUT_SUBJECT } = NOTIFICATION
const CONFIRMATION = {
  ...WITHOUT_SUBJECT,
  Type: 'SubscriptionConfirmation',
  Token: '2336412f37fb687f5d51e6e241d59b68',
  SubscribeURL: 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn&Token=2336',
}

const certificateAt = async () => CERTIFICATE
const verdict = (message: Record<string, unknown>, from: (url: URL) => Promise<string | null> = certificateAt) =>
  verifySns({ message, nowMs: NOW_MS, certificateAt: from })

describe('a message of SNS', () => {
  it.each(['1', '2'] as const)('is believed by version %s of the signature', async (version) => {
    for (const message of [NOTIFICATION, WITHOUT_SUBJECT, CONFIRMATION])
      expect(await verdict(signed(message, version))).toBe('valid')
  })

  it('is wrong when any signed field was changed, taken away or added', async () => {
    for (const message of [NOTIFICATION, CONFIRMATION]) {
      const right = signed(message, '2')
      for (const name of Object.keys(message)) {
        expect([name, await verdict({ ...right, [name]: `${right[name]}x` })]).not.toEqual([name, 'valid'])
        const { [name]: __, ...rest } = right
        expect([name, await verdict(rest)]).not.toEqual([name, 'valid'])
      }
    }
    expect(await verdict({ ...signed(WITHOUT_SUBJECT, '2'), Subject: 'added' })).toBe('wrong')
    expect(await verdict({ ...signed(NOTIFICATION, '2'), SignatureVersion: '1' })).toBe('wrong')
    expect(await verdict({ ...signed(NOTIFICATION, '2'), Signature: 'AAAA' })).toBe('wrong')
  })

  it('is wrong with a certificate of another name, one that is not valid now, and one that is none', async () => {
    const right = signed(NOTIFICATION, '2')
    expect(await verdict(right, async () => OTHER_CERTIFICATE)).toBe('wrong')
    expect(await verdict(right, async () => 'not a certificate')).toBe('wrong')
    const message = { ...right, Timestamp: '2201-01-01T00:00:00Z' }
    expect(await verifySns({ message, nowMs: Date.UTC(2201, 0, 1), certificateAt })).toBe('wrong')
  })

  it('is old two hours after it was sent', async () => {
    const at = (Timestamp: string) => signed({ ...NOTIFICATION, Timestamp }, '2')
    expect(await verdict(at('2026-05-04T08:31:00.000Z'))).toBe('valid')
    expect(await verdict(at('2026-05-04T08:29:00.000Z'))).toBe('old')
    expect(await verdict(at('2026-05-04T10:36:00.000Z'))).toBe('old')
    expect(await verdict(at('yesterday'))).toBe('old')
  })

  it('may come again where the certificate cannot be had', async () => {
    expect(await verdict(signed(NOTIFICATION, '2'), async () => null)).toBe('unreachable')
  })
})

describe('the address of a certificate', () => {
  it.each([
    'http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
    'https://sns.eu-central-1.amazonaws.com:8443/SimpleNotificationService-0123456789abcdef.pem',
    'https://user@sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
    'https://sns.eu-central-1.amazonaws.com.evil.test/SimpleNotificationService-0123456789abcdef.pem',
    'https://sns-eu-central-1.s3.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
    'https://evil.s3.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
    'https://sns.amazonaws.com@evil.test/SimpleNotificationService-0123456789abcdef.pem',
    'https://169.254.169.254/SimpleNotificationService-0123456789abcdef.pem',
    'https://sns.eu-central-1.amazonaws.com/?Action=Publish&x=.pem',
    'https://sns.eu-central-1.amazonaws.com/../evil.pem',
    'https://sns.EVIL-1.amazonaws.com.',
    'file:///etc/passwd',
    '',
  ])('%s is never asked', async (address) => {
    const fetched = vi.fn(certificateAt)
    const message = { ...signed(NOTIFICATION, '2'), SigningCertURL: address }
    expect([await verdict(message, fetched), fetched.mock.calls.length]).toEqual(['missing', 0])
  })

  it('is one of SNS in any region, China and GovCloud too', () => {
    for (const host of ['sns.us-east-1', 'sns.ap-southeast-2', 'sns.us-gov-west-1', 'sns.cn-north-1'])
      expect(snsUrl(`https://${host}.amazonaws.com${host.includes('cn-') ? '.cn' : ''}/x.pem`)).not.toBeNull()
    expect(snsUrl(CERTIFICATE_URL)?.pathname).toContain('SimpleNotificationService')
  })
})

describe('the address that confirms a subscription', () => {
  it('is on a host of SNS and confirms', () => {
    expect(confirmationUrl(CONFIRMATION)?.href).toBe(CONFIRMATION.SubscribeURL)
    for (const SubscribeURL of [
      'https://sns.eu-central-1.amazonaws.com/?Action=Publish&TopicArn=arn',
      'https://evil.test/?Action=ConfirmSubscription',
      'http://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription',
      '',
    ])
      expect(confirmationUrl({ ...CONFIRMATION, SubscribeURL })).toBeNull()
  })
})
