/**
 * Datadog's webhook with the payload that we publish (src/oncall/senders): one text field for each variable
 * (https://docs.datadoghq.com/integrations/webhooks/). A variable without a value arrives empty or as `null`.
 */
import { alertOf } from './alert.ts'
import { type AlertFormat, items, refused } from './format.ts'
import { labelsOf, tagLabels } from './labels.ts'
import { type Fields, firstText, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

/** The payload people paste into Datadog's setting. Each value is one of Datadog's variables. */
export const DATADOG_TEMPLATE: Readonly<Record<string, string>> = {
  alert_id: '$ALERT_ID',
  cycle_key: '$ALERT_CYCLE_KEY',
  aggregation_key: '$AGGREG_KEY',
  transition: '$ALERT_TRANSITION',
  type: '$ALERT_TYPE',
  priority: '$ALERT_PRIORITY',
  title: '$ALERT_TITLE',
  event_title: '$EVENT_TITLE',
  message: '$TEXT_ONLY_MSG',
  status: '$ALERT_STATUS',
  query: '$ALERT_QUERY',
  metric: '$ALERT_METRIC',
  scope: '$ALERT_SCOPE',
  tags: '$TAGS',
  hostname: '$HOSTNAME',
  last_updated: '$LAST_UPDATED',
  date: '$DATE',
  link: '$LINK',
  snapshot: '$SNAPSHOT',
  event_id: '$ID',
}

const TAGS_CHARACTERS_MAX = 16_384
const TAGS_MAX = 64

export const datadog: AlertFormat = {
  source: 'datadog',
  deliveryId: ({ body }) => {
    const [id, transition] = [given(body, 'event_id'), given(body, 'transition')]
    return id === '' ? null : `${id} ${transition}`
  },
  decode: ({ body, nowMs }) => {
    const transition = given(body, 'transition').toLowerCase()
    const title = firstText(300, given(body, 'title'), given(body, 'event_title'))
    if (transition === '' && title === '')
      return refused(
        'This is not the payload for Datadog that this service publishes: it has neither transition nor title.',
      )
    const tags = tagLabels(listOf(given(body, 'tags', TAGS_CHARACTERS_MAX)))
    const scope = tagLabels(listOf(given(body, 'scope', TAGS_CHARACTERS_MAX)))
    const hostname = given(body, 'hostname')
    const labels = labelsOf(scope, tags, { metric: given(body, 'metric'), monitor_id: given(body, 'alert_id') })
    return items([
      alertOf(
        {
          source: 'datadog',
          key: firstText(255, given(body, 'cycle_key'), given(body, 'aggregation_key'), given(body, 'alert_id')),
          isResolved: transition === 'recovered',
          severity: severityOf('error', given(body, 'priority'), levelOf(transition), given(body, 'type')),
          title,
          description: firstText(4000, given(body, 'message', 4000), given(body, 'status', 4000)),
          ...(hostname === '' ? {} : { entities: [hostname] }),
          startedAt: firstText(40, given(body, 'date'), given(body, 'last_updated')),
          endedAt: firstText(40, given(body, 'last_updated'), given(body, 'date')),
          query: given(body, 'query', 4000),
          links: [
            ['Monitor in Datadog', given(body, 'link', 2048)],
            ['Snapshot', given(body, 'snapshot', 2048)],
          ],
          labels,
          raw: body,
        },
        nowMs,
      ),
    ])
  },
}

/** A field's value; '' where Datadog had none for it or left the variable as it stands. */
function given(body: Fields, name: string, charactersMax = 500): string {
  const text = textOf(body[name], charactersMax)
  return text === 'null' || text === DATADOG_TEMPLATE[name] ? '' : text
}

const listOf = (text: string): string[] => text.split(',', TAGS_MAX).filter((tag) => tag.trim() !== '')

function levelOf(transition: string): string {
  if (transition.includes('warn')) return 'warning'
  return transition.includes('no data') ? 'warning' : ''
}
