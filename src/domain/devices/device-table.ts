import table from './live-devices.json' with { type: 'json' }

/** Numbers that a parameter may have, with their unit; without limits where they are not certain. */
export interface ValueRange {
  unit?: string
  min?: number
  max?: number
  /** The lowest value is silence, written `-inf dB`. */
  silence?: true
}

/** A parameter of a device, named as on the device. Its value is one of `choices` or in one of `ranges`. */
export interface Parameter {
  name: string
  /** Other names in use. */
  aliases?: ReadonlyArray<string>
  ranges?: ReadonlyArray<ValueRange>
  choices?: ReadonlyArray<string>
  /** It may be a length in the song's tempo: `1/8`, `3 sixteenths`, `2 bars`. */
  beats?: true
  /** Any text: the name of a sample, of a wave form, of another track. */
  text?: true
}

export interface Device {
  name: string
  aliases?: ReadonlyArray<string>
  /** The chapter of Live's manual that describes it: the last part of its address. */
  section: string
  parameters: ReadonlyArray<Parameter>
}

/** A parameter as in the table: `#` in its name stands for the numbers up to `count`. */
type Entry = Parameter & { count?: number }

const entries = table.devices as ReadonlyArray<Omit<Device, 'parameters'> & { parameters: ReadonlyArray<Entry> }>

/** The names of all known devices, in the order of the alphabet. */
export const deviceNames: ReadonlyArray<string> = entries.map(({ name }) => name).sort()

const known = new Map<string, Device>()

/** The device with this name, in any capitals; null when there is none. */
export function findDevice(name: string): Device | null {
  const wanted = folded(name)
  const entry = entries.find((one) => [one.name, ...(one.aliases ?? [])].some((known) => folded(known) === wanted))
  if (!entry) return null
  const device = known.get(entry.name) ?? { ...entry, parameters: entry.parameters.flatMap(numbered) }
  known.set(entry.name, device)
  return device
}

/** The parameter of a device with this name, in any capitals; null when there is none. */
export function findParameter(device: Device, name: string): Parameter | null {
  const wanted = folded(name)
  const named = device.parameters.find((one) => folded(one.name) === wanted)
  return named ?? device.parameters.find(({ aliases = [] }) => aliases.some((one) => folded(one) === wanted)) ?? null
}

/** The known name that a mistyped one probably means; null when none is close. */
export function closestName(name: string, names: Iterable<string>): string | null {
  const wanted = folded(name)
  let best: string | null = null
  let least = Math.min(3, Math.ceil(wanted.length / 3)) + 1
  for (const one of names) {
    const distance = editDistance(wanted, folded(one))
    if (distance >= least) continue
    best = one
    least = distance
  }
  return best
}

function numbered({ count, ...parameter }: Entry): Array<Parameter> {
  if (!count) return [parameter]
  const { name, aliases } = parameter
  return Array.from({ length: count }, (_, index) => {
    const number = (text: string) => text.replace('#', String(index + 1))
    return { ...parameter, name: number(name), ...(aliases && { aliases: aliases.map(number) }) }
  })
}

function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

/** The number of letters to insert, remove or replace (Levenshtein). Both texts are names, so they are short. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 3) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [index, theirs] of [...other].entries())
      next.push(
        Math.min((row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1, (row[index] ?? 0) + (letter === theirs ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
