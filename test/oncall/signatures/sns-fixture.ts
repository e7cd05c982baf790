/** A key pair made for these tests, with a certificate by the name of Amazon SNS and one by another name. */
import { createSign } from 'node:crypto'

const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCzoSF3jRxC/bVG
aHabkAXzdpNO3eWkjgK8TapTuV0tZDkGrAkpXg7xP3LSeQ0TO89r5PpZnVLHMZEH
Sl71T3ne7yXFpBiT5gNJHiQgph3BGQ3x+KX1XiKoXhqsz/HbWZnDOrCNtO1oVPQT
Au4I7xqVSnsNWywC5hRRZmhJ1QG6cTZ6i/9AmEMP9cgN0ipMdL7Uux0c1xh8eGXb
XnZ4I+V/oDbAvPFl1oKdF8acZexBuZh5bwZpP0G3BREUsPPTT2RXgInSJrSBpIhd
/SrHNjdYHxLtiTCOT64LhEhAoezRspCEMGZsoNmfrPbk85+UWWE3WbcRvuEAmKkw
BcKLVyKTAgMBAAECggEAAJVZ3uHwHFaNWVFNnN54i895e6v60zdwVw7RXne5ndvK
eM8J3EhZcOOp5vQiEKCOePqIZ9f02ip4toUp3wyJg1kkdF/WZaJ/3odVA4VkOfC7
mE5xzZ26GPDt5QcMwe55Ml913oVJWze5V84FCeUhWle9B2NyTjiMj4eQZSWV2NoE
Y2F0F25hlTisdEyR1jz+B7st+PGKtgbld/BHBZ6FUirxzdrRXfYTMBTOv5AtP8LC
vlAHf8Gl6RGoxn46cr228SGa9xkMh+w3eoGNrK8IE02su793gisGalUJU+f/+UC1
taH0oCGiQMCaS7VVKi01BtIKthhx3UuOQk6kKErtoQKBgQD6cUMxlqesclcKPlHa
QTKg61/np1cH3T+nBfshCuD6C2zV2Ujk2BN90zLhwJq7Jl0ANS/SIkQq9c72sp/V
4NN4LJyFHffmXHiyI8UggP6HIhyzRIuHmEoJFY3nDqKS9GpCKwSHJ5Gr5QR9FN1i
t9kDRcof9E425lWwS7RzmqJzUQKBgQC3nZY71CJq0OUFyJFjVxnhtR63hBJSFlEv
EAwpfwF3TIDrri19hK11NeBr9oWSM3Lib1P3SR7E6Nbf+sM736se3e1NInWLLwHi
AkbKPsaRBwwsgQ97QGTkf2tc5hmCf1EgdL8joX10iWMEVHnb/LSkHP+9FJDrLwx+
00mqvOLWowKBgGhAV7k/voKhgiwIbyhMdZfZAy46UZc7eXC8o6JIlghgUyjd72Mb
s1lwXkDtXTvEp3gbq9FsZDYB5up4xuJQWZcv8uPS6svg+HknPLrgF5QHFi1lvjNu
qHsJlu11ASXtSoJKx/K+/PuyNOEgm1uprlOXbKFKoHhn/4mIqhBpcXBRAoGAbURC
GuhqctZM89wfaNZ0eHSoCt11aZQOS8to8Wi7HptQPPAx8ff6oT2mh5j0c8RaIZXO
ieHhhZxqAm/frsmzs3KtvLE88c7PeAeSyNgColtnSzSiWd5ALBoHcgkcNSQ+yumu
tS1s0uTPH8yFl/wSI3d+WK7cbphY/0ANHqW497ECgYEAki8g/EtFvFKQMEYNULgU
YRtTVwyehCHdXnt5PAYcjePUAeluKKMZcZ1jWvhMYc93rb2U1C85HQUW86sGGr4y
5o7Ne3AZrUGDGbLHPflvdujA36pwsXS/+DFtvrVY1bQNgb6ruYBGnYam8rYY8B+f
E6fawuqQeehJvzaJjEFo718=
-----END PRIVATE KEY-----
`

export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIICrjCCAZYCAQEwDQYJKoZIhvcNAQELBQAwHDEaMBgGA1UEAwwRc25zLmFtYXpv
bmF3cy5jb20wIBcNMjUwMTAxMDAwMDAwWhgPMjEyNTAxMDEwMDAwMDBaMBwxGjAY
BgNVBAMMEXNucy5hbWF6b25hd3MuY29tMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A
MIIBCgKCAQEAs6Ehd40cQv21Rmh2m5AF83aTTt3lpI4CvE2qU7ldLWQ5BqwJKV4O
8T9y0nkNEzvPa+T6WZ1SxzGRB0pe9U953u8lxaQYk+YDSR4kIKYdwRkN8fil9V4i
qF4arM/x21mZwzqwjbTtaFT0EwLuCO8alUp7DVssAuYUUWZoSdUBunE2eov/QJhD
D/XIDdIqTHS+1LsdHNcYfHhl2152eCPlf6A2wLzxZdaCnRfGnGXsQbmYeW8GaT9B
twURFLDz009kV4CJ0ia0gaSIXf0qxzY3WB8S7Ykwjk+uC4RIQKHs0bKQhDBmbKDZ
n6z25POflFlhN1m3Eb7hAJipMAXCi1cikwIDAQABMA0GCSqGSIb3DQEBCwUAA4IB
AQAu49lv6BNBr2wZ/Dqg4aIFJmHhUDsw0KUDVAblzeNMlh0f3LW5JfIgCV/vkqwS
WUEUuozVDIXg+kpWSoBL/rO3R9EWZS11dveQyTGMLN0diQbKlFYGXit/OEDcQUhT
O4fq8bDUXt3yna7GeJ2BTFHAjjAlPcg1qzYaccMPSPeoojySoi5WJRseXXld1T5I
rbS7Ms/PCnaSSSGj0Mxm6L4LgEHmJwUANXmKlGqwGPRfiQibApKd9p9I5HCchNx6
SQ1Avxfx0avWlLXf9ve7bqZF7kLhwr4zt3P46gsrW5HuW9bF9N+pq+ysr23flELU
fi+xhTRQS/e21K/Y55LIkQH7
-----END CERTIFICATE-----
`

export const OTHER_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIICpDCCAYwCAQEwDQYJKoZIhvcNAQELBQAwFzEVMBMGA1UEAwwMZXZpbC5leGFt
cGxlMCAXDTI1MDEwMTAwMDAwMFoYDzIxMjUwMTAxMDAwMDAwWjAXMRUwEwYDVQQD
DAxldmlsLmV4YW1wbGUwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCz
oSF3jRxC/bVGaHabkAXzdpNO3eWkjgK8TapTuV0tZDkGrAkpXg7xP3LSeQ0TO89r
5PpZnVLHMZEHSl71T3ne7yXFpBiT5gNJHiQgph3BGQ3x+KX1XiKoXhqsz/HbWZnD
OrCNtO1oVPQTAu4I7xqVSnsNWywC5hRRZmhJ1QG6cTZ6i/9AmEMP9cgN0ipMdL7U
ux0c1xh8eGXbXnZ4I+V/oDbAvPFl1oKdF8acZexBuZh5bwZpP0G3BREUsPPTT2RX
gInSJrSBpIhd/SrHNjdYHxLtiTCOT64LhEhAoezRspCEMGZsoNmfrPbk85+UWWE3
WbcRvuEAmKkwBcKLVyKTAgMBAAEwDQYJKoZIhvcNAQELBQADggEBAHVlUFvKCFO8
U/4j6rSdt3+QCHNywgAKrR1Q0gyA59gOSSgSD0b/DqIQuPkhkvp3BgmOQWcE4zMI
68iI4EVcnBN0IgSmlVdKjQ7Xe4cOZjBoBIpg/THLIZ5SvFkkIhJrm4qrB1EVamZz
VFp2i+JTy0eQtubWhfoo92NEKlK8dFP7Epr1ZsCtt89tAq67yKI45PJO8UmY2KfY
KHQOiqk8RagNpFkNCu7CNka7cdyRO4fuaiQxRW4rtoLMH5+1/4Q4LjLoQxE6gOoH
g9uycP1QIS6uxKZ6NPDqBcejl5ej4ap5Ll1Nm8oGgUgq4CGC+gs6UA9nUecV+41v
MgHRh+8Ys0c=
-----END CERTIFICATE-----
`

export const CERTIFICATE_URL = 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'

const FIELDS = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** The message as SNS would sign it: by the list of its documents, with SHA-1 for version 1 and SHA-256 for version 2. */
export function signed(message: Readonly<Record<string, string>>, version: '1' | '2'): Record<string, string> {
  const names = message['Type'] === 'Notification' ? FIELDS.Notification : FIELDS.SubscriptionConfirmation
  const text = names.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`])).join('')
  const signer = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
  const signature = signer.update(text).sign(PRIVATE_KEY, 'base64')
  return { ...message, SignatureVersion: version, Signature: signature, SigningCertURL: CERTIFICATE_URL }
}
