/** Heroku Logplex: octet-counted frames of almost-RFC 5424, without structured data. */
import { type DecodeInput, type DecodeResult, type IntakeFormat, refused } from './format.ts'
import { textOf } from './json-bodies.ts'
import { draftOfSyslog, framesOf, isSyslog } from './syslog.ts'

export const logplex: IntakeFormat = { id: 'logplex', name: 'Heroku Logplex', decode: decodeLogplex }

function decodeLogplex({ bytes, headers, nowMs }: DecodeInput): DecodeResult {
  const frames = framesOf(textOf(bytes))
  if (frames === null) return refused('an octet count does not fit the body')
  const drainToken = headers.get('logplex-drain-token')
  const drafts = frames.filter(isSyslog).map((frame) => {
    // Without structured data, the word after MSGID belongs to the message.
    const { resource: _host, service, attributes = {}, ...draft } = draftOfSyslog(frame, nowMs, false)
    const { 'syslog.procid': dyno, ...rest } = attributes
    return {
      ...draft,
      // The payload names no app. Every app has a drain, and so a stream, of its own.
      service: service ?? 'app',
      resource: drainToken === null ? {} : { 'heroku.drain_token': drainToken },
      attributes: {
        ...rest,
        ...(dyno === undefined ? {} : { 'heroku.dyno': dyno }),
        'heroku.source': service ?? 'app',
      },
    }
  })
  const bad = frames.filter((frame) => frame.trim() !== '' && !isSyslog(frame)).length
  const frameId = headers.get('logplex-frame-id')
  return {
    ok: true,
    drafts,
    ...(bad > 0 ? { rejected: { 'a frame is not syslog': bad } } : {}),
    ...(frameId ? { retryId: `logplex ${frameId}` } : {}),
  }
}
