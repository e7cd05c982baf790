/**
 * The part of a platform's instructions that is the same for all platforms: the API calls in their order, with the
 * fields of this platform. With it, the instructions are complete for a reader who has nothing else.
 */
import type { Connector } from '../../connectors/connector.ts'
import { type FieldDescriptor, fieldDescriptors } from './metadata.ts'

/**
 * Returns the instructions with the API calls inserted before "Check", where a reader has the credentials but no stream
 * yet.
 */
export function setupSkillOf(connector: Connector): string {
  const at = connector.setupSkill.search(/^## Check/m)
  const section = connectSection(connector)
  return at < 0
    ? `${connector.setupSkill}\n${section}`
    : `${connector.setupSkill.slice(0, at)}${section}\n${connector.setupSkill.slice(at)}`
}

function connectSection(connector: Connector): string {
  const fields = fieldDescriptors(connector)
  const required = fields.filter((field) => field.required)
  // If a platform offers alternative secrets, none of them is required by itself.
  const more = required.some((field) => field.sensitive)
    ? 'You may add the optional fields.'
    : 'Add the credentials for the option that you chose above. You may add the optional fields.'
  const body = { dataSourceType: connector.type, metadata: Object.fromEntries(required.map(example)) }
  const steps = [
    `Connect. ${connector.name} is called at once to check the credentials. If it refuses them, the answer (422) says why and nothing is stored.
   \`\`\`sh
   curl -X POST "$BASE/v1/data-sources/connections" -H "Authorization: Bearer $KEY" \\
     -H "Content-Type: application/json" -d '${JSON.stringify(body)}'
   \`\`\`
   ${more} The answer contains the \`connectionId\`.`,
    ...streamSteps(connector),
    `Ask: \`POST $BASE/v1/threads\` with \`${JSON.stringify({ message: questionOf(connector) })}\`.`,
  ]
  const numbered = steps.map((step, i) => `${i + 1}. ${step}`).join('\n')
  return `## Connect by API\n\`$BASE\` is the address of this service, \`$KEY\` a secret key of your project or an admin's token.\n\n${numbered}\n`
}

function streamSteps({ mode }: Connector): string[] {
  if (mode === 'query_only') return []
  const made = 'The answer contains the `streamId`.'
  const watch =
    mode === 'manual_push'
      ? 'Read it: `GET $BASE/v1/data-sources/streams/{streamId}`. It is `pending`, and its `endpointCards` contain the address to enter on the platform. It becomes `active` when the first record arrives there.'
      : 'Watch it: `GET $BASE/v1/data-sources/streams/{streamId}`. It goes `pending` → `provisioning` → `active`, or to `error` with an `errorMessage` that says what to do. To try again, send `PATCH $BASE/v1/data-sources/connections/{connectionId}` with the complete corrected `metadata`. If you changed something only on the platform, send `POST $BASE/v1/data-sources/streams/{streamId}/retry`.'
  return [
    'See what can be streamed: `GET $BASE/v1/data-sources/connections/{connectionId}/resources`; more with `?cursor=` and the `nextCursor` of the answer, until it is null.',
    `Create a stream for each one you want, with its \`displayName\` and \`config\` exactly as listed: \`POST $BASE/v1/data-sources/connections/{connectionId}/streams\` with \`{"displayName": …, "config": …}\`. ${made}`,
    watch,
  ]
}

function example({ name, type, values }: FieldDescriptor): readonly [string, unknown] {
  if (type === 'number') return [name, 1]
  if (type === 'boolean') return [name, true]
  if (type === 'array') return [name, values?.slice(0, 1) ?? [`<${name}>`]]
  return [name, values?.[0] ?? `<${name}>`]
}

function questionOf({ mode, name }: Connector): string {
  return mode === 'query_only'
    ? `What does ${name} say about the last hour?`
    : 'Which errors were there in the last hour?'
}
