import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Stores } from '../../server/stores.ts'
import type { Place } from './adapters.ts'

/**
 * How many random histories each contract is tried with. `npm run soak -- deploy` tries four times
 * as many.
 */
export const randomRuns = { numRuns: 10 * Number(import.meta.env.PROPERTY_TIMES ?? 1), seed: 1 }

/** The contract of a store, given by a model. */
export interface Contract<Model, Operation> {
  operation: fc.Arbitrary<Operation>
  /** Whether two operations may run at the same time; by default all may. */
  together?(one: Operation, other: Operation): boolean
  begin: Model
  /** The model after an operation. */
  after(model: Model, operation: Operation): Model
  perform(stores: Stores, operation: Operation): Promise<void>
  /** The state that the stores return, and the one that a model predicts. */
  seen(stores: Stores): Promise<unknown>
  shown(model: Model): unknown
}

/**
 * Random histories: operations alone, two at the same time, and one that the end of the process
 * interrupts. After each step the stores show what an order of the operations leads to; an
 * interrupted one was made or was not.
 */
export async function expectContract<Model, Operation>(
  newPlace: () => Promise<Place>,
  {
    operation,
    together = () => true,
    begin,
    after,
    perform,
    seen,
    shown,
  }: Contract<Model, Operation>,
): Promise<void> {
  const pair = fc.tuple(operation, operation).filter(([one, other]) => together(one, other))
  const step = fc.oneof(
    { weight: 8, arbitrary: operation.map((one) => ({ all: [one], isCut: false })) },
    { weight: 3, arbitrary: pair.map((all) => ({ all, isCut: false })) },
    { weight: 2, arbitrary: operation.map((one) => ({ all: [one], isCut: true })) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      await using place = await newPlace()
      let model = begin
      for (const { all, isCut } of steps) {
        const orders = all.length === 1 ? [all] : [all, [...all].reverse()]
        const possible = [
          ...(isCut ? [model] : []),
          ...orders.map((order) => order.reduce(after, model)),
        ]
        const under = Promise.all(all.map((one) => perform(place.stores, one)))
        if (isCut) {
          under.catch(() => undefined)
          await place.crash()
          await under.catch(() => undefined)
        } else await under
        const found = await seen(place.stores)
        const fitting = possible.find((one) => isDeepStrictEqual(shown(one), found))
        if (fitting === undefined) expect(found).toEqual(shown(possible.at(-1) as Model))
        model = fitting as Model
      }
    }),
    randomRuns,
  )
}
