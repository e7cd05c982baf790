/** Credentials of a source: sealed when stored, decrypted only where a connector is called. */

import { z } from 'zod'
import type { Connector } from '../../connectors/connector.ts'
import { DomainError, invalidInput } from '../../contracts/domain-error.ts'
import { issuesOf } from '../../contracts/issues.ts'
import type { DomainContext } from '../context.ts'
import { openFrom, SIGNING_SECRET, SOURCE_METADATA, sealFor } from '../keys/sealed-columns.ts'
import { connectorDeps } from './connector-deps.ts'
import type { SourceRow } from './rows.ts'

/** Seals the metadata of a source, with its credentials, for its row. */
export const sealMetadata = (ctx: DomainContext, sourceId: string, metadata: unknown) =>
  sealFor(ctx, SOURCE_METADATA, sourceId, JSON.stringify(metadata))

/**
 * Opens the metadata of a source; an empty object if it has none. Throws when the master key of the stored value is
 * gone.
 */
export async function openMetadata(ctx: DomainContext, source: Pick<SourceRow, 'id' | 'metadata'>): Promise<unknown> {
  if (source.metadata === null) return {}
  return JSON.parse(await openFrom(ctx, SOURCE_METADATA, source.id, source.metadata))
}

/** Seals the secret with which a platform signs the deliveries of a stream. */
export const sealSigningSecret = (ctx: DomainContext, streamId: string, secret: string) =>
  sealFor(ctx, SIGNING_SECRET, streamId, secret)

/** Opens the signing secret of a stream. Throws when the master key of the stored value is gone. */
export const openSigningSecret = (ctx: DomainContext, streamId: string, sealed: string) =>
  openFrom(ctx, SIGNING_SECRET, streamId, sealed)

/**
 * Parses metadata with the connector's schema. Throws 400 and names each field that does not fit, including unknown
 * ones.
 */
export function parseMetadata(connector: Connector, metadata: unknown): unknown {
  const result = connector.metadata.safeParse(metadata)
  if (result.success) return result.data
  throw invalidInput(
    `The metadata does not have the fields that ${connector.name} needs; see issues.`,
    issuesOf('body.metadata', result.error),
  )
}

/**
 * Parses the config of a stream with the connector's schema. Throws `invalid_input`, naming each field that does not
 * fit.
 */
export function parseStreamConfig(connector: Connector, config: unknown): Readonly<Record<string, unknown>> {
  const result = connector.streamConfig.safeParse(config)
  // Stream configs are strict objects in every connector.
  if (result.success) return result.data as Readonly<Record<string, unknown>>
  throw invalidInput(
    `${connector.name} cannot stream this config. Copy a config from GET …/resources unchanged.`,
    issuesOf('body.config', result.error),
  )
}

/**
 * Checks the credentials with the platform. Throws 422 if the platform refuses them, 502 if it fails or cannot be
 * reached. In both cases nothing is stored.
 */
export async function assertAccepted(ctx: DomainContext, connector: Connector, metadata: unknown): Promise<void> {
  const outcome = await connector.validate(connectorDeps(ctx), metadata)
  if (outcome.ok) return
  const isPlatforms =
    outcome.kind === 'unreachable' || outcome.kind === 'vendor_error' || outcome.kind === 'unexpected_shape'
  throw new DomainError({ kind: isPlatforms ? 'platform_failed' : 'platform_refused', message: outcome.message })
}

export interface FieldDescriptor {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly sensitive: boolean
  readonly description: string | null
  readonly values?: readonly string[]
}

interface FieldMeta {
  readonly description?: string
  readonly sensitive?: boolean
}

/** Returns the fields of a metadata schema as the type descriptor shows them. */
export function fieldDescriptors(connector: Connector): FieldDescriptor[] {
  const { shape } = connector.metadata as unknown as { readonly shape?: Readonly<Record<string, z.ZodType>> }
  return Object.entries(shape ?? {}).map(([name, field]) => descriptorOf(name, field))
}

function descriptorOf(name: string, field: z.ZodType): FieldDescriptor {
  const required = !field.safeParse(undefined).success
  const meta = (metaOf(field) ?? {}) as FieldMeta
  const inner = innermost(field)
  const values = inner instanceof z.ZodEnum ? inner.options.map(String) : enumOfArray(inner)
  return {
    name,
    type: typeName(inner),
    required,
    sensitive: meta.sensitive === true,
    description: meta.description ?? null,
    ...(values ? { values } : {}),
  }
}

function innermost(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable) {
    return innermost(field.unwrap() as z.ZodType)
  }
  return field
}

function metaOf(field: z.ZodType): unknown {
  const own = z.globalRegistry.get(field)
  if (own) return own
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable)
    return metaOf(field.unwrap() as z.ZodType)
  return undefined
}

function enumOfArray(field: z.ZodType): string[] | undefined {
  if (!(field instanceof z.ZodArray)) return undefined
  return field.element instanceof z.ZodEnum ? field.element.options.map(String) : undefined
}

function typeName(field: z.ZodType): string {
  if (field instanceof z.ZodEnum) return 'enum'
  if (field instanceof z.ZodBoolean) return 'boolean'
  if (field instanceof z.ZodNumber) return 'number'
  return field instanceof z.ZodArray ? 'array' : 'string'
}
