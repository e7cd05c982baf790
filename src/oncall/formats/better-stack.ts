/**
 * Better Stack's outgoing webhooks of incidents (https://betterstack.com/docs/uptime/webhooks/): an incident in the
 * shape of JSON:API, with the event's name beside it in older setups. Events about monitors and on-call
 * changes are answered as ignored.
 */
import { alertOf } from './alert.ts'
import { type AlertFormat, items, nothing, refused } from './format.ts'
import { labelsOf } from './labels.ts'
import { at, fieldsOf, firstText, itemsOf, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

export const betterStack: AlertFormat = {
  source: 'better_stack',
  decode: ({ body, nowMs }) => {
    const type = textOf(at(body, 'data', 'type'), 40)
    if (type === '') return refused('This is no webhook of Better Stack: it has no data.type.')
    if (type !== 'incident') return nothing('This event of Better Stack is not about an incident.')
    const id = textOf(at(body, 'data', 'id'), 100)
    if (id === '') return refused('The incident of Better Stack has no id.')
    const incident = fieldsOf(at(body, 'data', 'attributes'))
    const isResolved =
      textOf(incident['resolved_at'], 40) !== '' ||
      textOf(body['event'], 20) === 'resolved' ||
      textOf(incident['status'], 20).toLowerCase() === 'resolved'
    const monitor = itemsOf(body['included'], 8).find((one) => textOf(at(one, 'type'), 40) === 'monitor')
    const labels = labelsOf(metadataOf(incident['metadata']), {
      cause: incident['cause'],
      team: incident['team_name'],
      http_method: incident['http_method'],
      regions: itemsOf(incident['regions'], 16)
        .map((one) => textOf(one, 20))
        .join(', '),
    })
    const url = textOf(incident['url'], 2048)
    return items([
      alertOf(
        {
          source: 'better_stack',
          key: id,
          isResolved,
          severity: severityOf('error', labels['severity'], labels['priority']),
          title: [textOf(incident['name'], 200), textOf(incident['cause'], 200)]
            .filter((part) => part !== '')
            .join(': '),
          description: firstText(4000, incident['response_content'], incident['cause']),
          service: firstText(200, labels['service'], labels['Service']),
          entities: [firstText(200, at(monitor, 'attributes', 'pronounceable_name'), incident['name']), hostOf(url)],
          startedAt: incident['started_at'],
          endedAt: incident['resolved_at'],
          links: [
            ['Incident in Better Stack', incident['origin_url']],
            ['What is watched', url],
            ['Screenshot', incident['screenshot_url']],
          ],
          labels,
          raw: body,
        },
        nowMs,
      ),
    ])
  },
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')

/** Metadata are `{name: "value"}`, or lists of `{type, value}` since values can be other than texts. */
function metadataOf(metadata: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fieldsOf(metadata))
      .slice(0, 64)
      .map(([name, value]) => {
        const [first] = itemsOf(value, 1)
        return [name, first === undefined ? value : at(first, 'value')]
      }),
  )
}
