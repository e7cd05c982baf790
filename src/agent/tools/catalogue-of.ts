/** The names that a project's telemetry has, shared between the calls of one isolate. */
import type { AgentContext } from '../contract.ts'
import { type Catalogue, CatalogueCache, loadCatalogue } from '../questions/grounding/catalogue.ts'

/** Per isolate; a context that brings no cache (tests, other stores) reads anew. */
const CACHE = new CatalogueCache()

/**
 * Returns the names that a project's telemetry has; shared between calls of one isolate where the context allows it.
 */
export function catalogueOf(ctx: AgentContext): Promise<Catalogue> {
  return ctx.isCatalogueShared === true ? CACHE.load(ctx) : loadCatalogue(ctx)
}
