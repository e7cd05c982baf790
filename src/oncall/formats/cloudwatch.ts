/**
 * Alarms of Amazon CloudWatch, delivered by Amazon SNS over HTTPS
 * (https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html; the alarm inside:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-actions.html). With raw message delivery
 * the body is the alarm itself, which SNS does not sign, so the delivery is refused (signatures/sns.ts). Alarms that
 * EventBridge puts on a topic are read too.
 */
import { alertOf } from './alert.ts'
import { type AlertFormat, items, nothing, refused } from './format.ts'
import { labelsOf } from './labels.ts'
import { at, type Fields, fieldsOf, firstText, itemsOf, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

const MESSAGE_CHARACTERS_MAX = 262_144

export const cloudwatch: AlertFormat = {
  source: 'cloudwatch',
  deliveryId: ({ body }) => textOf(body['MessageId'], 100) || null,
  decode: ({ body, nowMs }) => {
    const type = textOf(body['Type'], 40)
    if (type === 'SubscriptionConfirmation') return nothing('The subscription was confirmed.')
    if (type === 'UnsubscribeConfirmation') return nothing('The subscription has ended.')
    if (type !== 'Notification') return refused('This is no message of Amazon SNS: its Type is not Notification.')
    const alarm = alarmIn(body)
    if (alarm === null) return nothing('The message of Amazon SNS is no alarm of CloudWatch.')
    return items([decodeAlarm(alarm, nowMs)])
  },
}

/** The alarm that the message's text holds. */
function alarmIn(body: Fields): Fields | null {
  const text = body['Message']
  if (typeof text !== 'string' || text.length > MESSAGE_CHARACTERS_MAX) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const fields = fieldsOf(value)
  if (textOf(fields['AlarmName'], 300) !== '') return fields
  if (fields['detail-type'] === 'CloudWatch Alarm State Change') return fromEventBridge(fields)
  return null
}

/** EventBridge names the same things otherwise. */
function fromEventBridge(event: Fields): Fields {
  const detail = event['detail']
  const [first] = itemsOf(at(detail, 'configuration', 'metrics'), 1)
  const metric = at(first, 'metricStat', 'metric')
  const dimensions = Object.entries(fieldsOf(at(metric, 'dimensions'))).map(([name, value]) => ({ name, value }))
  return {
    AlarmName: at(detail, 'alarmName'),
    AlarmArn: itemsOf(event['resources'], 1)[0],
    AlarmDescription: at(detail, 'configuration', 'description'),
    NewStateValue: at(detail, 'state', 'value'),
    NewStateReason: at(detail, 'state', 'reason'),
    StateChangeTime: at(detail, 'state', 'timestamp'),
    AWSAccountId: event['account'],
    Region: event['region'],
    Trigger: { MetricName: at(metric, 'name'), Namespace: at(metric, 'namespace'), Dimensions: dimensions },
  }
}

function decodeAlarm(alarm: Fields, nowMs: number) {
  const name = textOf(alarm['AlarmName'], 255)
  const arn = textOf(alarm['AlarmArn'], 600)
  const state = textOf(alarm['NewStateValue'], 30)
  const trigger = alarm['Trigger']
  const dimensions = Object.fromEntries(
    [...itemsOf(at(trigger, 'Dimensions'), 30), ...metricDimensions(trigger)].map((one) => [
      textOf(at(one, 'name') ?? at(one, 'Name'), 128),
      at(one, 'value') ?? at(one, 'Value'),
    ]),
  )
  const labels = labelsOf(dimensions, {
    namespace: at(trigger, 'Namespace'),
    metric: at(trigger, 'MetricName'),
    statistic: at(trigger, 'Statistic') ?? at(trigger, 'ExtendedStatistic'),
    region: regionOf(arn) || textOf(alarm['Region'], 60),
    account: alarm['AWSAccountId'],
    state,
  })
  return alertOf(
    {
      source: 'cloudwatch',
      key: arn || `${textOf(alarm['AWSAccountId'], 20)} ${textOf(alarm['Region'], 60)} ${name}`,
      isResolved: state === 'OK',
      severity: severityOf(state === 'ALARM' ? 'error' : 'warning', severityWord(name)),
      title: name,
      description: [alarm['AlarmDescription'], alarm['NewStateReason']]
        .map((part) => textOf(part, 2000))
        .filter((part) => part !== '')
        .join('\n'),
      // The time of the change to ALARM; of a change to OK it is the end.
      startedAt: firstText(40, alarm['StateChangeTime']),
      endedAt: firstText(40, alarm['StateChangeTime']),
      query: conditionOf(trigger),
      links: [['Alarm in CloudWatch', consoleUrl(arn, name)]],
      labels,
      raw: alarm,
    },
    nowMs,
  )
}

/** Alarms on metric math have a list of metrics instead of one. */
function metricDimensions(trigger: unknown): readonly unknown[] {
  return itemsOf(at(trigger, 'Metrics'), 10).flatMap((metric) =>
    itemsOf(at(metric, 'MetricStat', 'Metric', 'Dimensions'), 30),
  )
}

const regionOf = (arn: string): string => arn.split(':', 5)[3] ?? ''

/** Severities stand in names: `[P1] …`, `orders-critical`. */
function severityWord(name: string): string {
  return (
    name
      .toLowerCase()
      .split(/[^a-z0-9]/, 40)
      .find((word) => /^(?:p[0-5]|sev[0-5]|critical|warning|warn|error)$/.test(word)) ?? ''
  )
}

function conditionOf(trigger: unknown): string {
  const [statistic, metric, operator, threshold] = [
    at(trigger, 'Statistic') ?? at(trigger, 'ExtendedStatistic'),
    at(trigger, 'MetricName'),
    at(trigger, 'ComparisonOperator'),
    at(trigger, 'Threshold'),
  ].map((part) => textOf(part, 300))
  return metric ? [`${statistic}(${metric})`, operator, threshold].filter((part) => part !== '').join(' ') : ''
}

function consoleUrl(arn: string, name: string): string {
  const region = regionOf(arn)
  if (!/^[a-z]{2}(?:-[a-z]{1,12}){1,3}-\d$/.test(region)) return ''
  return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#alarmsV2:alarm/${encodeURIComponent(name)}`
}
