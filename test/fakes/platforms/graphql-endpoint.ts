import { type GraphQLSchema, graphql } from 'graphql'
import { type Exchange, json, parseJson } from './exchange.ts'

/** Resolvers of the root fields; each gets its arguments and may throw an Error that becomes `errors[]`. */
export type RootFields = Readonly<Record<string, (args: Record<string, unknown>) => unknown>>

/** One GraphQL request over HTTP: the query is validated against the schema, as the real server does. */
export async function answerGraphql(
  schema: GraphQLSchema,
  rootValue: RootFields,
  exchange: Exchange,
): Promise<Response> {
  const body = parseJson(exchange)
  if (!isRecord(body) || typeof body['query'] !== 'string') {
    return json({ errors: [{ message: 'Must provide query string.' }] }, 400)
  }
  const variableValues = isRecord(body['variables']) ? body['variables'] : null
  const result = await graphql({ schema, source: body['query'], rootValue, variableValues })
  // A query that never ran has no `data`: servers answer those with 400.
  return json(result, result.data === undefined ? 400 : 200)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
