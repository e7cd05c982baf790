/** Bounds the shapes of a service, so that a sender of random text cannot make statistics as large as its logs. */
import { type Shape, shapeOf } from './shape.ts'

/** At most this many shapes per service; all beyond count as one (`OTHER_SHAPE`). */
export const SHAPES_PER_SERVICE_MAX = 2_000

/** Stands for the shapes beyond the bound. Its template is one variable: the body itself. */
export const OTHER_SHAPE: Shape = shapeOf('<*>')

export interface LimiterState {
  readonly services: readonly {
    readonly service: string
    readonly shapes: readonly string[]
    /** Records counted under `OTHER_SHAPE`. */
    readonly other: number
  }[]
}

interface ServiceShapes {
  readonly admitted: Set<string>
  other: number
}

export class ShapeLimiter {
  readonly #services = new Map<string, ServiceShapes>()
  readonly #shapesMax: number

  constructor(state?: LimiterState, shapesMax = SHAPES_PER_SERVICE_MAX) {
    this.#shapesMax = shapesMax
    for (const { service, shapes, other } of state?.services ?? []) {
      this.#services.set(service, { admitted: new Set(shapes), other })
    }
  }

  /** The shape itself while the service has room, `OTHER_SHAPE` (counted) after. */
  admit(service: string, shape: Shape): Shape {
    let known = this.#services.get(service)
    if (known === undefined) {
      known = { admitted: new Set(), other: 0 }
      this.#services.set(service, known)
    }
    if (known.admitted.has(shape.hash)) return shape
    if (known.admitted.size < this.#shapesMax) {
      known.admitted.add(shape.hash)
      return shape
    }
    known.other++
    return OTHER_SHAPE
  }

  /** Records of a service that were counted under `OTHER_SHAPE`. */
  otherCount(service: string): number {
    return this.#services.get(service)?.other ?? 0
  }

  toState(): LimiterState {
    return {
      services: [...this.#services].map(([service, { admitted, other }]) => ({
        service,
        shapes: [...admitted],
        other,
      })),
    }
  }
}
