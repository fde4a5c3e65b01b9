import fc, { type Arbitrary } from 'fast-check'

export const people = ['ada', 'bob'] as const
export type Person = (typeof people)[number]

type ValueOf<Source> = Source extends Arbitrary<infer Value> ? Value : never

const who = fc.constantFrom(...people)
const item = fc.constantFrom(0, 0, 0, 1)
const field = fc.constantFrom('content', 'content', 'title', 'excerpt')
const place = fc.nat(7)

const weighted = <Value>(weight: number, arbitrary: Arbitrary<Value>) => ({ weight, arbitrary })
const kind = <const Name extends string>(weight: number, name: Name) =>
  weighted(weight, fc.record({ kind: fc.constant(name) }))
const step = <const Name extends string, Values>(
  weight: number,
  name: Name,
  values: { [Key in keyof Values]: Arbitrary<Values[Key]> },
) =>
  weighted(
    weight,
    fc.record(values).map((rest) => ({ do: name, ...(rest as Values) })),
  )

/**
 * The outcome of a browser's next write. `lost`: the network fails before the server gets it;
 * `unanswered`: the server processes it, and the response is lost; `killed`: the server is killed
 * so many milliseconds after it gets it, and restarts.
 */
const fate = fc.oneof(
  kind(8, 'goes'),
  kind(2, 'lost'),
  kind(3, 'unanswered'),
  weighted(1, fc.record({ kind: fc.constant('killed'), after: fc.nat(60) })),
)
export type Fate = ValueOf<typeof fate>

/**
 * `edit`: types and saves; `resolve`: resolves a conflict; `network`: the fate is that of the first
 * write that the queue sends when the network is back; `native`: a commit by git itself.
 */
const anyStep = fc.oneof(
  step(2, 'open', { who, item }),
  step(8, 'type', { who, field, place }),
  step(4, 'save', { who, fate }),
  step(10, 'edit', { who, field, place, fate }),
  step(5, 'resolve', { who }),
  step(6, 'network', {
    who,
    is: fc.constantFrom(true, true, false),
    fate,
  }),
  step(2, 'reload', { who }),
  step(1, 'crash', { who }),
  step(4, 'native', { item, field, place }),
)
export type Step = ValueOf<typeof anyStep>

/** The steps of a run, the same for the same seed. In every third run one person works alone. */
export function stepsOf(seed: number, count: number): Array<Step> {
  const steps = fc.sample(anyStep, { seed, numRuns: count })
  return seed % 3 === 0
    ? steps.flatMap((one) => ('who' in one ? [{ ...one, who: 'ada' as const }] : []))
    : steps
}
