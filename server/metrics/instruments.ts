import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const prefix = 'session_notes_'
/** From a page in the cache to a save on a busy machine, in seconds. */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Instruments<Sources> = ReturnType<typeof createInstruments<Sources>>

/**
 * What counts and measures, in a registry of its own. `sources` is null until there is something to
 * read at a scrape.
 */
export function createInstruments<Sources>(sources: () => Sources | null) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const counter = <Label extends string>(
    name: string,
    help: string,
    labelNames: ReadonlyArray<Label>,
  ) => new Counter({ name: prefix + name, help, labelNames, registers })
  /**
   * A counter that begins with a 0 for each value of its label, so that the first event is an
   * increase.
   */
  function counterOf<Label extends string, Value extends string>(
    name: string,
    help: string,
    label: Label,
    values: ReadonlyArray<Value>,
  ) {
    const counted = counter(name, help, [label])
    const add = (value: Value, count = 1) =>
      counted.inc({ [label]: value } as Record<Label, Value>, count)
    for (const value of values) add(value, 0)
    return add
  }
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: ReadonlyArray<Label>,
  ) => new Histogram({ name: prefix + name, help, labelNames, buckets, registers })
  /**
   * A gauge that `collect` sets at each scrape. It has no value until the site is loaded, and while
   * its part can't be asked.
   */
  function scraped<Label extends string>(
    name: string,
    help: string,
    labelNames: ReadonlyArray<Label>,
    collect: (
      set: (value: number, labels?: Partial<Record<Label, string>>) => void,
      known: Sources,
    ) => void | Promise<void>,
  ): void {
    new Gauge<Label>({
      name: prefix + name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset()
        if (labelNames.length === 0) this.remove()
        const values: Array<[Partial<Record<Label, string>>, number]> = []
        try {
          const known = sources()
          if (known !== null)
            await collect((value, labels = {}) => values.push([labels, value]), known)
        } catch {
          // One part that fails must not hide the others; the part itself logs its faults.
          return
        }
        for (const [labels, value] of values) this.set(labels, value)
      },
    })
  }

  return { registry, counter, counterOf, histogram, scraped }
}
