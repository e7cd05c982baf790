/** The shapes this isolate has seen. Batches and partitions of all projects share one table of bounded size. */
import type { ShapeContext } from '../segment/log-encode.ts'
import { ShapeLimiter } from '../shape/limiter.ts'
import { type Shape, ShapeTable } from '../shape/shape.ts'

/**
 * Does not limit shapes: the limit applies where log series are counted (log-series.ts), and a segment keeps the true
 * shape of every record.
 */
class Unlimited extends ShapeLimiter {
  override admit(_service: string, shape: Shape): Shape {
    return shape
  }
}

export const KNOWN_SHAPES: ShapeContext = { table: new ShapeTable(), limiter: new Unlimited() }
